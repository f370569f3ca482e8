"""The agent pool: agents run in processes of their own, started by `spawn` and supervised.

A job is leased to one worker at a time. A worker that dies or takes too long is replaced and its job runs again; the
log accepts only one answer, so a move is neither lost nor made twice.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing.connection import Connection

from boardwright.agents.preparation import PATIENCE
from boardwright.core.words import Word
from boardwright.server import metrics
from boardwright.server.agent_worker import Answer, Job, work
from boardwright.server.rounds import Rounds
from boardwright.server.settings import ServerSettings

logger = logging.getLogger(__name__)

Deliver = Callable[[Job, Answer], Awaitable[None]]
"""Called with the answer to a job. The job stays leased until it returns."""


class Worker:
    """A worker process and the pipe to it. A process that dies is replaced."""

    def __init__(self, settings: ServerSettings, prepare: str | None, niceness: int) -> None:
        self._settings = settings
        self._prepare = prepare
        self._niceness = niceness
        self._lock = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._dismissed = False

    def start(self) -> Connection:
        """Start the process unless it is alive, and return the pipe to it."""
        with self._lock:
            if self._dismissed:
                raise EOFError
            if self._process is None or self._pipe is None or not self._process.is_alive():
                self._end()
                spawn = multiprocessing.get_context("spawn")
                self._pipe, child_end = spawn.Pipe()
                arguments = (child_end, self._settings.kept_agents, self._prepare, self._niceness)
                self._process = spawn.Process(target=work, args=arguments, daemon=True)
                self._process.start()
                child_end.close()
            return self._pipe

    def ask(self, job: Job) -> Answer | None:
        """Run a job and return its answer; None if the worker died or took too long, and was ended."""
        try:
            pipe = self.start()
            pipe.send(job)
            if pipe.poll(self._settings.thinking_seconds):
                answer: Answer = pipe.recv()
                return answer
        except (EOFError, OSError):
            pass
        with self._lock:
            self._end()
        return None

    def dismiss(self) -> None:
        """End the process for good, whatever it is doing. A pending `ask` returns None."""
        with self._lock:
            self._dismissed = True
            if self._process is not None:
                self._process.kill()
                self._process.join()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


class Pool:
    """Workers and a bounded queue of jobs. `deliver` is called once with the answer to each job.

    Payers have their turns one after the other, and of several workers nobody has all. With `niceness` other processes
    of the machine come first.
    """

    def __init__(self, settings: ServerSettings, prepare: str | None = None, niceness: int = 0) -> None:
        self._settings = settings
        self._rounds: Rounds[Job] = Rounds(max(1, settings.workers - 1))
        self._news = asyncio.Event()
        self._threads = ThreadPoolExecutor(settings.workers, "worker")
        self._workers = [Worker(settings, prepare, niceness) for _ in range(settings.workers)]
        self._tasks: list[asyncio.Task[None]] = []
        self._delivering: set[asyncio.Task[None]] = set()
        self._leased: dict[tuple[str, int], Job] = {}
        self._warm = False

    @property
    def full(self) -> bool:
        """Whether the queue is full."""
        return len(self._rounds) >= self._settings.jobs

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return len(self._rounds)

    @property
    def healthy(self) -> bool:
        """Whether every worker is supervised: one whose process died is replaced."""
        return not any(task.done() for task in self._tasks)

    def start(self, deliver: Deliver) -> None:
        """Start to take jobs. Processes start with the first match that has an agent."""
        self._tasks = [asyncio.create_task(self._supervise(worker, deliver)) for worker in self._workers]

    def warm(self) -> None:
        """Start the processes now, so that they are ready for the first job."""
        if not self._warm:
            self._warm = True
            for worker in self._workers:
                self._threads.submit(worker.start)

    def submit(self, job: Job) -> None:
        """Queue a job, unless it is already waiting or leased."""
        if (job.match, job.seq) not in self._leased:
            self._leased[job.match, job.seq] = job
            self._rounds.put(job.payer, job)
            self._news.set()

    async def close(self) -> None:
        """End every worker."""
        for task in (*self._tasks, *self._delivering):
            task.cancel()
        for worker in self._workers:
            worker.dismiss()
        await asyncio.gather(*self._tasks, *self._delivering, return_exceptions=True)
        self._threads.shutdown(cancel_futures=True)

    async def _supervise(self, worker: Worker, deliver: Deliver) -> None:
        while True:
            payer, job = await self._next()
            began = time.monotonic()
            answer = await self._run_with_retries(worker, job)
            if answer.lost and job.waits < PATIENCE:  # else it may have compiled for itself
                answer = replace(answer, seconds=time.monotonic() - began)
            self._rounds.done(payer)
            self._news.set()
            metrics.AGENT_SECONDS.observe(answer.seconds)
            # In a task of its own: the log may fail for a while, and the worker has other jobs.
            task = asyncio.create_task(self._hand_over(job, answer, deliver))
            self._delivering.add(task)
            task.add_done_callback(self._delivering.discard)

    async def _next(self) -> tuple[str, Job]:
        while (taken := self._rounds.take()) is None:
            self._news.clear()
            await self._news.wait()
        return taken

    async def _hand_over(self, job: Job, answer: Answer, deliver: Deliver) -> None:
        try:
            await deliver(job, answer)
        except Exception:
            logger.exception("the answer to match %s, event %s could not be delivered", job.match, job.seq)
        finally:
            del self._leased[job.match, job.seq]

    async def _run_with_retries(self, worker: Worker, job: Job) -> Answer:
        loop = asyncio.get_running_loop()
        for _ in range(self._settings.attempts):
            answer = await loop.run_in_executor(self._threads, worker.ask, job)
            if answer is not None:
                return answer
            logger.warning("a worker was lost while it thought about match %s, event %s", job.match, job.seq)
        return Answer(None, Word("agent_failed", {"agent": job.agent, "error": "WorkerLost"}), lost=True)
