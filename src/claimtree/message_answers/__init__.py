"""Messages to whoever keeps a family tree: what they want, whom they speak of, and what the tree has for them.

`understanding` says what a message wants and whom it looks for (over `message_facts`, which reads what
it says, and the grammar of general questions); `respond` answers: candidates with evidence, a path, an
answer, or the questions that help most. `conversation` goes on with a reply to such a question. What
a message is answered with is `answering/ask_result`; nothing here writes anything.
"""
