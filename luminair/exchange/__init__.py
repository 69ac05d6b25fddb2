"""What comes into Luminair from elsewhere: notes, rules and conversations of other programs.

One reader a source gives a plan (``plan``), ``sources`` finds out which reader a path needs, and
``taking`` carries a plan out. Readers only read, and nothing here ever writes to a source.
"""
