"""Secrets that show by their form, as data: a name for people, a hint, and a pattern.

The hint is a part that each such secret has, in lower case; a pattern is made and tried only
where its hint stands in the text, so that a prompt without secrets costs a search for a few
dozen short strings. After the providers' own documents; what is rarer comes from the table in
``resources/secrets`` (see :mod:`luminair.keeping.secrets.masking`).
"""

from __future__ import annotations

from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


@dataclass(frozen=True, slots=True)
class SecretKind:
    """One kind of secret.

    Attributes:
        name: as people call it; it stands in the marker.
        hints: one of these is in the lower-cased text, or the pattern is not tried.
        pattern: of the secret; where it has a group, the first is the secret.
        mixed: whether a match counts only with both letters and digits in it; else capitals
            among small letters will do, since one key in thirty has no digit.
        edged: whether no letter, digit or underscore may stand right before it.
    """

    name: str
    hints: tuple[str, ...]
    pattern: str
    mixed: bool = False
    edged: bool = True


_RUN = r"[A-Za-z0-9_-]"

KINDS: Final[tuple[SecretKind, ...]] = (
    # Models
    SecretKind("Anthropic key", ("sk-ant-",), rf"sk-ant-{_RUN}{{12,}}"),
    SecretKind("OpenRouter key", ("sk-or-",), rf"sk-or-{_RUN}{{16,}}"),
    SecretKind("Langfuse key", ("sk-lf-",), rf"sk-lf-{_RUN}{{16,}}"),
    SecretKind("OpenAI key", ("sk-",), rf"sk-(?:proj|svcacct|admin|None|service)-{_RUN}{{16,}}"),
    SecretKind("OpenAI key", ("sk-",), rf"sk-{_RUN}{{20,}}", mixed=True),
    SecretKind("Google key", ("aiza",), rf"AIza{_RUN}{{30,}}"),
    SecretKind("Google key", ("aq.",), rf"AQ\.{_RUN}{{40,}}"),
    SecretKind("Google access token", ("ya29.",), r"ya29\.[A-Za-z0-9_.-]{20,}"),
    SecretKind("Google client secret", ("gocspx-",), rf"GOCSPX-{_RUN}{{16,}}"),
    SecretKind("Google refresh token", ("1//0",), rf"1//0{_RUN}{{30,}}"),
    SecretKind("xAI key", ("xai-",), r"xai-[A-Za-z0-9]{20,}"),
    SecretKind("Groq key", ("gsk_",), r"gsk_[A-Za-z0-9]{20,}"),
    SecretKind("Hugging Face token", ("hf_",), r"hf_[A-Za-z0-9]{24,}"),
    SecretKind("Hugging Face token", ("api_org_",), r"api_org_[A-Za-z0-9]{24,}"),
    SecretKind("Perplexity key", ("pplx-",), r"pplx-[A-Za-z0-9]{20,}"),
    SecretKind("Replicate token", ("r8_",), r"r8_[A-Za-z0-9]{30,}"),
    SecretKind("Cerebras key", ("csk-",), r"csk-[A-Za-z0-9]{20,}"),
    SecretKind("NVIDIA key", ("nvapi-",), rf"nvapi-{_RUN}{{20,}}"),
    SecretKind("Fireworks key", ("fw_",), r"fw_[A-Za-z0-9]{20,}", mixed=True),
    SecretKind("Tavily key", ("tvly-",), rf"tvly-{_RUN}{{16,}}"),
    SecretKind("LangSmith key", ("lsv2_",), r"lsv2_(?:pt|sk)_[a-f0-9_]{20,}"),
    SecretKind("Firecrawl key", ("fc-",), r"fc-[a-f0-9]{30,}", mixed=True),
    SecretKind("ElevenLabs key", ("sk_",), r"sk_[a-f0-9]{40,}"),
    # Code and packages
    SecretKind(
        "GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{20,}"
    ),
    SecretKind("GitHub token", ("github_pat_",), r"github_pat_\w{20,}"),
    SecretKind(
        "GitLab token",
        (
            "glpat-",
            "gldt-",
            "gloas-",
            "glrt",
            "glcbt-",
            "glptt-",
            "glft-",
            "glimt-",
            "glagent-",
            "glsoat-",
            "glffct-",
            "glwt-",
            "gloat-",
        ),
        r"gl(?:pat|dt|oas|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt|oat)-"
        r"[A-Za-z0-9_.-]{16,}",
    ),
    SecretKind("GitLab token", ("gr1348941",), rf"GR1348941{_RUN}{{16,}}"),
    SecretKind("Bitbucket token", ("atbb",), r"ATBB[A-Za-z0-9_=-]{20,}"),
    SecretKind("Atlassian token", ("atatt3",), r"ATATT3[A-Za-z0-9_=-]{20,}"),
    SecretKind("npm token", ("npm_",), r"npm_[A-Za-z0-9]{30,}"),
    SecretKind(
        "npm token",
        ("_authtoken", "_auth"),
        r"_auth(?:Token)?\s*=\s*[\"']?([^\s\"'$]{8,})",
        mixed=True,
    ),
    SecretKind("PyPI token", ("pypi-",), rf"pypi-{_RUN}{{40,}}"),
    SecretKind("RubyGems key", ("rubygems_",), r"rubygems_[a-f0-9]{30,}"),
    SecretKind("crates.io token", ("cio",), r"cio[A-Za-z0-9]{32}(?![A-Za-z0-9])", mixed=True),
    SecretKind("NuGet key", ("oy2",), r"oy2[a-z0-9]{43}(?![A-Za-z0-9])", mixed=True),
    SecretKind("Docker token", ("dckr_",), rf"dckr_(?:pat|oat)_{_RUN}{{16,}}"),
    SecretKind("Docker login", ('"auth"',), r'"auth"\s*:\s*"([A-Za-z0-9+/]{12,}={0,2})"'),
    SecretKind("Sentry token", ("sntry",), r"sntry[us]_[A-Za-z0-9+/=_]{30,}"),
    SecretKind("SonarQube token", ("sqa_", "sqp_", "squ_"), r"sq[apu]_[a-f0-9]{40}"),
    SecretKind("Codecov or Snyk token", ("snyk_",), r"snyk_[A-Za-z0-9._-]{20,}"),
    # Clouds
    SecretKind(
        "AWS key",
        ("akia", "asia", "abia", "acca", "aroa", "aida", "agpa", "anpa", "anva", "apka"),
        r"(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|ANVA|APKA)[A-Z0-9]{12,}(?![A-Za-z0-9+/])",
    ),
    SecretKind("AWS Bedrock key", ("absk",), r"ABSK[A-Za-z0-9+/=]{60,}"),
    SecretKind("AWS Bedrock key", ("bedrock-api-key-",), r"bedrock-api-key-[A-Za-z0-9+/=]{20,}"),
    SecretKind(
        "AWS secret key",
        ("aws", "secretaccesskey", "secret_access_key"),
        r"(?i:aws.{0,30}?(?:secret|key|token)|secret_?access_?key)[^\n]{0,20}?"
        r"(?<![A-Za-z0-9+/=])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])",
        edged=False,
    ),
    SecretKind(
        "AWS session token",
        ("sessiontoken", "session_token"),
        r"(?i:session_?token)[\"'\s:=]{1,6}([A-Za-z0-9+/=]{40,})",
        edged=False,
    ),
    SecretKind(
        "Azure key",
        ("accountkey=", "sharedaccesskey=", "accesskey="),
        r"(?i:AccountKey|SharedAccessKey|AccessKey)=([A-Za-z0-9+/]{20,}={0,2})",
        edged=False,
    ),
    SecretKind("Azure signature", ("sig=",), r"[?&;]sig=([A-Za-z0-9%+/=_-]{20,})", edged=False),
    SecretKind(
        "Azure client secret",
        ("q~",),
        r"[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])",
    ),
    SecretKind(
        "Google service account",
        ("private_key_id",),
        r'"private_key_id"\s*:\s*"([a-f0-9]{20,})"',
        edged=False,
    ),
    SecretKind("DigitalOcean token", ("_v1_",), r"do[oprt]_v1_[A-Za-z0-9]{32,}"),
    SecretKind("Cloudflare origin key", ("v1.0-",), r"v1\.0-[a-f0-9]{20,}-[a-f0-9]{100,}"),
    SecretKind(
        "Cloudflare token",
        ("cfut_", "cfat_", "cfk_", "cfpat_"),
        rf"cf(?:ut|at|k|pat)_{_RUN}{{30,}}",
    ),
    SecretKind("Supabase key", ("sbp_", "sb_secret_"), rf"(?:sbp_|sb_secret_){_RUN}{{16,}}"),
    SecretKind(
        "Vercel token",
        ("vercel_", "vcp_", "vca_", "vck_"),
        rf"(?:vercel(?:_blob_rw)?_|vc[pak]_){_RUN}{{20,}}",
    ),
    SecretKind("Netlify token", ("nfp_",), r"nf[pcu]_[A-Za-z0-9]{30,}"),
    SecretKind(
        "Fly.io token",
        ("fo1_", "flyv1", "fm1", "fm2_"),
        r"(?:fo1_|fm[12][ar]?_)[A-Za-z0-9+/=_-]{30,}",
    ),
    SecretKind("Heroku key", ("hrku-",), rf"HRKU-{_RUN}{{20,}}"),
    SecretKind("Render key", ("rnd_",), r"rnd_[A-Za-z0-9]{24,}", mixed=True),
    SecretKind("PlanetScale secret", ("pscale_",), r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{20,}"),
    SecretKind("Neon key", ("napi_",), r"napi_[a-z0-9]{40,}"),
    SecretKind("Vault token", ("hvs.", "hvb.", "hvr."), rf"hv[sbr]\.{_RUN}{{20,}}"),
    SecretKind("Terraform token", (".atlasv1.",), rf"[A-Za-z0-9]{{10,20}}\.atlasv1\.{_RUN}{{40,}}"),
    SecretKind("Pulumi token", ("pul-",), r"pul-[a-f0-9]{40}"),
    SecretKind("Doppler token", ("dp.",), r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{30,}"),
    SecretKind("Databricks token", ("dapi", "dose"), r"(?:dapi|dose)[a-f0-9]{32}(?:-\d)?"),
    SecretKind("Grafana token", ("glc_", "glsa_"), r"gl(?:c|sa)_[A-Za-z0-9+/=_]{20,}"),
    SecretKind(
        "New Relic key",
        ("nrak-", "nral-", "nrii-", "nrjs-", "nrsp-"),
        r"NR(?:AK|AL|II|JS|SP)-[A-Za-z0-9]{19,}",
    ),
    SecretKind("Dynatrace token", ("dt0c01.",), r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    # Talking and paying
    SecretKind("Slack token", ("xox",), r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}"),
    SecretKind("Slack token", ("xapp-",), r"xapp-\d-[A-Za-z0-9-]{10,}"),
    SecretKind(
        "Slack webhook",
        ("hooks.slack.com",),
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})",
        edged=False,
    ),
    SecretKind(
        "Discord webhook",
        ("/api/webhooks/",),
        rf"/api/webhooks/\d{{10,}}/({_RUN}{{30,}})",
        edged=False,
    ),
    SecretKind(
        "Discord token", (".",), rf"[MNO][A-Za-z0-9_-]{{22,27}}\.{_RUN}{{6,7}}\.{_RUN}{{27,45}}"
    ),
    SecretKind(
        "Teams webhook",
        ("webhook.office.com", "/incomingwebhook/"),
        r"/IncomingWebhook/([A-Za-z0-9/-]{32,})",
        edged=False,
    ),
    SecretKind("Telegram token", (":aa",), rf"\d{{6,12}}:AA{_RUN}{{30,}}"),
    SecretKind(
        "Stripe key",
        ("_live_", "_test_", "whsec_", "_prod_"),
        r"(?:[sr]k_(?:live|test|prod)|whsec)_[A-Za-z0-9+/=]{10,}",
    ),
    SecretKind(
        "Square token", ("sq0", "eaaa"), rf"(?:sq0[a-z]{{3}}-{_RUN}{{20,}}|EAAA{_RUN}{{56,}})"
    ),
    SecretKind(
        "PayPal token", ("access_token$",), r"access_token\$\w+\$[a-z0-9]{10,}\$[a-f0-9]{20,}"
    ),
    SecretKind(
        "Shopify token",
        ("shpat_", "shpca_", "shppa_", "shpss_", "shptka_"),
        r"shp(?:at|ca|pa|ss|tka)_[A-Za-z0-9]{20,}",
    ),
    SecretKind("Twilio key", ("sk",), r"SK[a-f0-9]{32}(?![A-Za-z0-9])"),
    SecretKind("Twilio account", ("ac",), r"AC[a-f0-9]{32}(?![A-Za-z0-9])"),
    SecretKind(
        "Twilio token",
        ("ac",),
        r"AC[a-f0-9]{32}[\"']?[ \t:/,|;]{1,4}[\"']?([a-f0-9]{32})(?![A-Za-z0-9])",
    ),
    SecretKind("SendGrid key", ("sg.",), rf"SG\.{_RUN}{{16,}}\.{_RUN}{{16,}}"),
    SecretKind("Mailgun key", ("key-",), r"key-[a-f0-9]{32}(?![A-Za-z0-9])"),
    SecretKind("Mailchimp key", ("-us",), r"[a-f0-9]{32}-us\d{1,2}(?!\d)"),
    SecretKind("Brevo key", ("xkeysib-",), r"xkeysib-[a-f0-9]{40,}-[A-Za-z0-9]{12,}"),
    SecretKind("Resend key", ("re_",), r"re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,}", mixed=True),
    SecretKind("Facebook token", ("eaa",), r"EAA[A-Za-z0-9]{60,}", mixed=True),
    # Work
    SecretKind("Linear key", ("lin_",), r"lin_(?:api|oauth|wh)_[A-Za-z0-9]{20,}"),
    SecretKind(
        "Notion token", ("ntn_", "secret_"), r"(?:ntn_|secret_)[A-Za-z0-9]{30,}", mixed=True
    ),
    SecretKind("Airtable token", ("pat",), r"pat[A-Za-z0-9]{14}\.[a-f0-9]{60,}"),
    SecretKind("Figma token", ("figd_",), rf"fig[dour]_{_RUN}{{20,}}"),
    SecretKind("Postman key", ("pmak-",), r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    SecretKind("Dropbox token", ("sl.",), rf"sl\.(?:u\.)?{_RUN}{{60,}}"),
    SecretKind("Asana token", ("/",), r"[12]/\d{14,}(?:/\d{14,})?:[a-f0-9]{32}"),
    SecretKind("PostHog key", ("phx_", "phs_"), r"ph[xs]_[A-Za-z0-9]{30,}"),
    SecretKind("1Password token", ("ops_ey",), r"ops_eyJ[A-Za-z0-9_=-]{60,}"),
    SecretKind("1Password key", ("a3-",), r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,6}-?){4,6}"),
    # Forms that no provider owns
    SecretKind(
        "JSON web token",
        ("eyj",),
        r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,3}",
    ),
    SecretKind("age key", ("age-secret-key-",), r"(?i:AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{20,})"),
    SecretKind("2FA seed", ("otpauth",), r"(?i:otpauth(?:-migration)?://\S{8,})"),
    SecretKind(
        "WireGuard key",
        ("privatekey", "presharedkey"),
        r"(?:PrivateKey|PresharedKey)\s*=\s*([A-Za-z0-9+/]{42,43}=)",
    ),
    SecretKind(
        "private key", ("private-lines:",), r"Private-Lines:\s*\d+\n((?:[A-Za-z0-9+/=]{4,}\n?)+)"
    ),
    SecretKind(
        "wallet key",
        ("xprv", "yprv", "zprv", "tprv", "vprv", "uprv"),
        r"[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,}",
    ),
    SecretKind(
        "wallet key",
        ("wif", "private key", "private_key", "privatekey", "privkey", "priv key", "priv_key"),
        r"(?i:\bwif\b|priv(?:ate)?[ _-]?key)[^\n]{0,40}?(?<![A-Za-z0-9])"
        r"((?:0x)?[a-fA-F0-9]{64}|[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])",
        mixed=True,
        edged=False,
    ),
    SecretKind(
        "OAuth token",
        ("gitlab_session", "_gitlab_session"),
        r"_gitlab_session=([^\s;]{16,})",
        edged=False,
    ),
)
