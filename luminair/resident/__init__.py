"""The running app as the Journal's resident: it hears of outside edits, and answers commands.

A command that only reads may ask the app instead of opening the vault itself (spec 12). Above
``cli``, whose code carries the command out, so that both print the same bytes.
"""
