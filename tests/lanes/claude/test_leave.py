from __future__ import annotations

import asyncio

import pytest

from luminair.lanes.lane import Question
from tests.lanes.agents import a_request, all_of, shown, until

# --- Leave -------------------------------------------------------------------------------------


class Owner:
    """Answers questions as told.

    Attributes:
        asked: every question.
    """

    def __init__(self, *answers: bool) -> None:
        self._answers = list(answers)
        self.asked: list[Question] = []

    async def __call__(self, question: Question) -> bool:
        self.asked.append(question)
        await asyncio.sleep(0)
        return self._answers.pop(0)


@pytest.mark.parametrize(
    ("owner", "answer"),
    [
        (Owner(True), "allow: touch a.txt"),
        (Owner(False), "deny: The owner said no."),
        (None, "deny: Nobody can be asked for leave here, so it is refused."),
    ],
)
def test_leave_is_asked_once(claude, run, owner, answer) -> None:
    events = run(all_of(claude.ask(a_request("ask", allow=owner))))
    assert shown(events) == answer
    asked = [event for event in events if isinstance(event, Question)]
    assert asked == (owner.asked if owner else [])
    assert [(q.tool, q.detail) for q in asked] == ([("Bash", "touch a.txt")] if owner else [])


def test_two_questions_are_asked_one_after_the_other(claude, run) -> None:
    owner = Owner(True, False)
    events = run(all_of(claude.ask(a_request("twice", allow=owner))))
    assert [question.detail for question in owner.asked] == ["touch a.txt", "touch b.txt"]
    assert shown(events) == "allow: touch a.txt\n\ndeny: The owner said no."


def test_a_question_that_is_taken_back_holds_nothing_up(claude, run) -> None:
    async def never(_question: Question) -> bool:
        await asyncio.Event().wait()
        return True

    events = run(all_of(claude.ask(a_request("unasked", allow=never))))
    assert shown(events) == "Not needed."


def test_a_stop_while_a_question_is_open(claude, agent, run) -> None:
    cancelled: list[bool] = []

    async def never(_question: Question) -> bool:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(True)
            raise
        return True

    async def go() -> None:
        task = asyncio.ensure_future(all_of(claude.ask(a_request("ask", allow=never))))
        await until(lambda: bool(agent.told("content")))
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(go())
    assert cancelled == [True]
