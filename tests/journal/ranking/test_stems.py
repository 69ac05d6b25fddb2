"""Our stemmer against the reference implementation."""

from __future__ import annotations

import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.ranking.stems import stem

_ORACLE = snowballstemmer.stemmer("english")
_HEADS = (
    "a ab able act ag alli anal arch argu art ay base be ber bi bl brav by can cann car ces com "
    "commun con cosm cr cry de dec di do dy e ear earr ee emerg enjoy even ex exc fall fl fly "
    "gener gentl good h happ hop hopp inn inter invest ki lat later li log luc ly m mat min mov "
    "nat nois observ organ out past play pro proc prov qu rat re sa say sens ski sky spr stat "
    "succ t tan tell ti tot tr trad try u un univers us v vi w way wh x y ye you z"
)
_TAILS = (
    "' 's 's' a able abli al alism aliti alize ally an ance anci and ant anti as ate ated ately "
    "ating ation ational ations ative ator be bed bing biliti ble bl d e ed edly ee eed eedly "
    "eing ement enci ence ent entli er ers es est ful fulli fulness g h i ial ible ic ical icate "
    "iciti ied ies iest ing ingly ings ion ional ish ism ist iti ive iveness iviti iz ization ize "
    "izer l less lessli li lies ll lli ly ment ments n ness o ogi ogist ological ology or ous "
    "ousli ousness p ped pping r s ses ship ss sses t ted ting tional tt u ur us w x y yed ying "
    "ys z"
)
_ODD = (
    "dying lying tying vying skies dies ties gas this kiwis gaps succeed proceed exceed agreed "
    "feed bleed evening outing herring earring canning inning inning news atlas andes early "
    "yyy ayy sayyid youth boy boyish say flying syzygy added egged offed ebbed past pasted "
    "pasting inter arsenal arsenic general generate communism community universe university "
    "o'clock caroline's boss' the'' ' '' yellow Y rolled hopping hoping luxuriating"
)


def test_common_shapes_match_the_reference() -> None:
    heads, tails = _HEADS.split(), _TAILS.split()
    words = {h + t for h in heads for t in tails}
    words |= {h + t + u for h in heads[::3] for t in tails[::2] for u in tails[::5]}
    words |= {w.lower() for w in _ODD.split()}
    wrong = {w: (stem(w), _ORACLE.stemWord(w)) for w in words if stem(w) != _ORACLE.stemWord(w)}
    assert not wrong


@given(st.text(alphabet="aeiouybcdglnrst'", min_size=1, max_size=12))
def test_any_word_matches_the_reference(word: str) -> None:
    assert stem(word) == _ORACLE.stemWord(word)


@given(st.text(max_size=20))
def test_never_raises(word: str) -> None:
    stem(word)
