import tests.shell.journal.test_storm as t
orig=t.Typist._type
def _type(self):
    w=self.window
    if not w.page.editor.text.isVisible() and not getattr(self,'told',False):
        self.told=True
        d=w.changing.draft
        print('INVISIBLE', w.faces.face, w.ground.missing, w.showing.path, w.page.opened and w.page.opened.note.path, d and (d.path,d.gone,d.dirty,d.conflict), w.banners.sentences, dict(w.changing._waiting), flush=True)
    orig(self)
t.Typist._type=_type
import luminair.shell.journal.changing as c
for name in ('leave','_vanished','_draft_gone','_resume','_conflicted'):
    def wrap(name=name):
        f=getattr(c.Changing,name)
        def g(self,*a,**k):
            if True:
                import traceback
                print(name, [getattr(x,'note',x) and str(getattr(getattr(x,'note',x),'path',x))[:80] for x in a], self._draft and self._draft.path, flush=True)
                if name=='leave': traceback.print_stack(limit=6)
            return f(self,*a,**k)
        setattr(c.Changing,name,g)
    wrap()
import luminair.shell.journal.draft as dd
_f=dd.Draft._failed
def f(self,error):
    j=self._desk.journal
    import hashlib
    files=[(str(p),hashlib.sha256(p.read_bytes()).hexdigest()[:8],len(p.read_bytes())) for p in j.root.rglob('*.md') if b'20260902T1420-e8e8' in p.read_bytes()[:60]]
    print('FAILED',type(error).__name__,str(error)[:150],self.path,self._sha256[:8],files,len(self.text),flush=True)
    _f(self,error)
dd.Draft._failed=f
from tests.shell.journal.test_storm import *
