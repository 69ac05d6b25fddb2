"""The commonest orders to a model in other languages than English, lightly: see ``trust_signs``.

Latin letters carry no marks here, since the plain form of a text has none.
"""

from __future__ import annotations

from typing import Final

ASIDE: Final = (
    # German
    r"\b(?:ignorier\w*|vergiss|missacht\w*|ubergeh\w*)\b[^.\n]{0,30}\b(?:vorherig\w*|vorangegangen\w*"
    r"|bisherig\w*|obig\w*|fruher\w*|vorige\w*|deine|ihre|system\w*)\b[^.\n]{0,24}"
    r"(?:anweisung|regel|instruktion|vorgabe|befehl|prompt)",
    # French
    r"\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?)\b[^.\n]{0,30}\b(?:instructions?|consignes|regles|ordres)"
    r"\b[^.\n]{0,20}\b(?:precedent|ci-dessus|anterieur|initial)",
    # Spanish
    r"\b(?:ignora\w*|olvida\w*|descarta\w*)\b[^.\n]{0,30}\b(?:instrucciones|reglas|ordenes|indicaciones)"
    r"\b[^.\n]{0,20}\b(?:anterior|previa|de arriba)",
    # Italian
    r"\b(?:ignora\w*|dimentica\w*)\b[^.\n]{0,30}\b(?:istruzioni|regole|ordini)\b[^.\n]{0,20}\bprecedent",
    # Portuguese
    r"\b(?:ignor\w+|esquec\w+|desconsider\w+)\b[^.\n]{0,30}\b(?:instrucoes|regras|ordens)\b[^.\n]{0,20}"
    r"\b(?:anterior|previa|acima)",
    # Dutch
    r"\b(?:negeer|vergeet)\b[^.\n]{0,30}\b(?:vorige|eerdere|voorgaande|bovenstaande)\b[^.\n]{0,20}"
    r"(?:instructie|regel|opdracht|aanwijzing)",
    # Polish
    r"\b(?:zignoruj|ignoruj|zapomnij)\b[^.\n]{0,30}\b(?:instrukcj|polece|zasad|wytyczn)",
    # Turkish
    r"\b(?:onceki|yukaridaki)\b[^.\n]{0,20}\b(?:talimat|kural|komut)\w*[^.\n]{0,20}"
    r"(?:yok say|unut|goz ard|dikkate alma)",
    # Russian
    r"\b(?:про)?(?:игнорируй|забудь)\w*[^.\n]{0,40}(?:инструкци|правил|указани|команд)",
    # Chinese, Japanese, Korean
    r"(?:忽略|忘记|忘記|无视|無視).{0,8}(?:之前|以上|先前|前面|上述|所有).{0,8}(?:指令|指示|规则|規則|说明|說明|提示|要求)",
    r"(?:以前|上記|これまで|前)の.{0,6}(?:指示|命令|ルール|プロンプト|指令).{0,10}(?:無視|忘れ)",
    r"(?:이전|위의|앞의|기존).{0,8}(?:지시|명령|규칙|지침|프롬프트).{0,12}(?:무시|잊)",
    # Arabic, Hindi
    r"تجاهل.{0,40}(?:التعليمات|الأوامر|القواعد)",
    r"(?:पिछले|पहले|उपरोक्त).{0,24}(?:निर्देश|नियम|आदेश).{0,24}(?:अनदेखा|नजरअंदाज|नज़रअंदाज़|भूल)",
)
STEERS: Final = (
    r"\b(?:ab jetzt|ab sofort|von nun an|kunftig)[, ]+(?:musst|sollst|wirst|bist|antworte|darfst|mussen|sollen)"
    r"(?: du| sie)?\b",
    r"\b(?:a partir de maintenant|desormais|dorenavant)[, ]+(?:tu|vous|reponds|repondez)\b",
    r"\b(?:a partir de ahora|desde ahora|de ahora en adelante)[, ]+(?:debes|tienes|eres|responde|debe|seras)\b",
    r"\b(?:d'ora in poi|da ora in poi|da adesso)[, ]+(?:devi|sei|rispondi|dovrai|deve)\b",
    r"\b(?:a partir de agora|de agora em diante)[, ]+(?:voce|deves?|responda|tu)\b",
    r"\b(?:vanaf nu|voortaan)[, ]+(?:moet|ben|zul|antwoord)(?: je| jij| u)?\b",
    r"\bod teraz[, ]+(?:musisz|jestes|masz|odpowiadaj)\b",
    r"\bbundan sonra\b[^.\n]{0,30}\b(?:yap|cevap|sin|malisin|gerekir)",
    r"(?:с этого момента|отныне|с этого дня)[, ]+(?:ты|вы|всегда)",
    r"(?:从现在(?:开始|起)|從現在(?:開始|起)|今后|今後).{0,4}(?:你|您|必须|必須|总是|總是|每次)",
    r"(?:これからは|今後は|今から).{0,6}(?:あなた|必ず|常に|すべて)",
    r"(?:지금부터|앞으로).{0,6}(?:당신|너는|항상|반드시)",
)
CONCEAL: Final = (
    r"\b(?:sage?|verrate|erzahl\w*|teile)\b[^.\n]{0,30}\b(?:benutzer|nutzer|besitzer|eigentumer)\b[^.\n]{0,20}\bnichts?\b",
    r"\bne (?:dis|dites|parle|mentionne|revele)\w*\b[^.\n]{0,30}\b(?:utilisateur|proprietaire)\b",
    r"\bno (?:le )?(?:digas|menciones|informes|reveles)\b[^.\n]{0,30}\b(?:usuario|dueno|propietario)\b",
    r"不要(?:告诉|告訴|通知|提醒).{0,4}(?:用户|用戶|主人|使用者)",
)
SECRETS: Final = (
    r"\b(?:sende|schicke?|lade|ubermittle|poste|kopiere|zeige?|gib|verrate)\b[^.\n]{0,60}(?:\.env\b|schlussel|passwort|passworter|zugangsdaten)",
    r"\b(?:envoie|envoyez|transmets|transmettez)\b[^.\n]{0,60}(?:\.env\b|cles?\b|mots? de passe|identifiants)",
    r"\b(?:envia|envie|manda|sube)\b[^.\n]{0,60}(?:\.env\b|claves?|contrasenas?|credenciales|senhas?|chaves)",
    r"(?:отправь|пришли|загрузи)[^.\n]{0,60}(?:\.env\b|ключ|парол|токен)",
    r"(?:发送|發送|上传|上傳).{0,20}(?:\.env|密钥|密鑰|密码|密碼|令牌)",
)
