"""Tables of the race: cost and quality of each engine, as ratios to ours, and our targets."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.children import Json
from benchmarks.race.engines import ENGINES, OURS
from benchmarks.race.run import FAST
from benchmarks.report import Table, joined, put_between

BEGIN, END = "<!-- race: begin -->", "<!-- race: end -->"
ELASTIC = "ours-elasticsearch"
STANDARD_MS, COMMON_MS, BULK_PER_S = 150.0, 400.0, 1_500.0
TIMES_FASTER, OF_THE_DISK = 10.0, 1 / 5


def tables(report: Json) -> Iterator[Table]:
    """Yields all tables, the targets first."""
    if report["targets"]:
        yield _targets(report)
    for corpus in report["corpora"]:
        if corpus["results"]:
            yield _engine_table(corpus)
            yield _by_kind(corpus)
            if any(result["asked"]["standard"] for result in corpus["results"].values()):
                yield _search_table(corpus)


def page(text: str, report: Json) -> str:
    """Returns a page of documentation with the figures of the race replaced."""
    return put_between(text, BEGIN, END, joined(report, tables(report)))


def with_targets(report: Json) -> Json:
    """Returns the report with our targets (issue: at scale), the measured values, and whether they
    are met."""
    found = []
    for corpus in report["corpora"]:
        homes = corpus["corpus"]["homes"]
        if corpus["name"].startswith("homes-") and homes == FAST:
            found += [*_elastic_targets(corpus), *_peer_targets(corpus)]
    return report | {"targets": found}


def _elastic_targets(corpus: Json) -> Iterator[Json]:
    result = corpus["results"].get(ELASTIC)
    if result is None:
        return
    homes, asked = corpus["corpus"]["homes"], result["asked"]
    where = f"our Elasticsearch, {homes:,} homes"
    for label, most in (("standard query", STANDARD_MS), ("nearly every home meets it in part", COMMON_MS)):
        if label in asked["standard"]:
            yield _target(f"{where}: {label}, p50", f"≤ {most:g} ms", asked["standard"][label]["p50"], most, "ms")
    right = asked["checked"] - len(asked["wrong"])
    yield _target(
        f"{where}: answers equal to brute force", "all", right / max(1, asked["checked"]), 1.0, "", least=True
    )
    rate = homes / result["built"]["load_s"]
    yield _target(f"{where}: written in bulk", f"≥ {BULK_PER_S:,.0f} homes/s", rate, BULK_PER_S, "homes/s", least=True)


def _peer_targets(corpus: Json) -> Iterator[Json]:
    ours = corpus["results"].get(OURS)
    peers = {name: result for name, result in corpus["results"].items() if not ENGINES[name].ours}
    if ours is None or not peers:
        return
    mine = ours["asked"]["series"][0]["all"]
    fastest = min(peers.values(), key=_p50)
    smallest = min(peers.values(), key=lambda result: int(result["built"]["bytes"]))
    times = _p50(fastest) / mine["latency"]["p50"]
    where = f"our sqlite, {corpus['corpus']['homes']:,} homes"
    yield _target(f"{where}: recall", "1.0", mine["means"]["recall"], 1.0, "", least=True)
    name = fastest["built"]["name"]
    yield _target(f"{where}: faster than {name}, the fastest peer", "≥ 10 ×", times, TIMES_FASTER, "×", least=True)
    name = smallest["built"]["name"]
    share = ours["built"]["bytes"] / smallest["built"]["bytes"]
    yield _target(f"{where}: disk beside {name}, the smallest peer", "≤ 0.2 ×", share, OF_THE_DISK, "×")


def _target(what: str, bar: str, got: float, most: float, unit: str, *, least: bool = False) -> Json:
    kept = got >= most if least else got <= most
    return {"what": what, "bar": bar, "got": round(got, 3), "unit": unit, "met": kept}


def _p50(result: Json) -> float:
    return float(result["asked"]["series"][0]["all"]["latency"]["p50"])


def _targets(report: Json) -> Table:
    return Table(
        title="What we hold ourselves to",
        heads=("what", "bar", "measured", ""),
        rows=tuple(
            (one["what"], one["bar"], f"{_short(one['got'])} {one['unit']}".strip(), "✓" if one["met"] else "✗")
            for one in report["targets"]
        ),
    )


def rows_of(corpus: Json) -> Iterator[tuple[str, Json, Json]]:
    """Yields each engine and setting: a title, the engine's result, and the series; ours first."""
    for name, engine in ENGINES.items():
        result = corpus["results"].get(name)
        for series in result["asked"]["series"] if result is not None else ():
            title = result["built"]["name"] if engine.ours else f"{result['built']['name']}, {series['setting']}"
            yield title, result, series


def _engine_table(corpus: Json) -> Table:
    ours = corpus["results"].get(OURS)
    rows = []
    for title, result, series in rows_of(corpus):
        built, latency, means = result["built"], series["all"]["latency"], series["all"]["means"]
        # A second setting uses the same index, which was built once.
        again = series is not result["asked"]["series"][0]
        rows.append(
            (
                title,
                "" if again else _with_ratio(built["load_s"] + built["index_s"], ours and _seconds(ours), "s"),
                "" if again else _with_ratio(built["bytes"] / 1e6, ours and ours["built"]["bytes"] / 1e6, "MB"),
                "" if again else _memory(built, ours and ours["built"]),
                "" if again else _memory(result["asked"], ours and ours["asked"]),
                _with_ratio(latency["p50"], ours and _p50(ours), "ms"),
                _with_ratio(latency["p99"], ours and ours["asked"]["series"][0]["all"]["latency"]["p99"], "ms"),
                f"{means['recall']:.3f}",
                "–" if means["precision"] is None else f"{means['precision']:.3f}",
                f"{means['ndcg']:.3f}",
                f"{means['empty']:.0%}",
            )
        )
    laid, loads = corpus["corpus"], [float(result["asked"]["load"]) for result in corpus["results"].values()]
    return Table(
        title=f"{corpus['title'].capitalize()}, {laid['claims']:,} claims",
        heads=(
            "engine", "build", "disk", "memory, building", "memory, asking", "p50", "p99", "recall", "precision",
            "nDCG@20", "no answer",
        ),
        rows=tuple(rows),
        note=f"In brackets: how many times ours ({ENGINES[OURS].title}). {laid['rows']:,} rows with {laid['texts']:,} "
        f"distinct texts; {sum(laid['questions'].values())} questions, every one with an answer. "
        f"Programs that wanted a core when the questions began: {min(loads)} to {max(loads)}.",
    )  # fmt: skip


def _by_kind(corpus: Json) -> Table:
    kinds = list(corpus["corpus"]["questions"])
    rows = []
    for title, _, series in rows_of(corpus):
        cells = []
        for kind in kinds:
            one = series["by"][kind]
            cells.append(f"{one['means']['recall']:.0%}, {one['latency']['p50']:,.1f} ms")
        rows.append((title, *cells))
    truth = tuple(f"{corpus['corpus']['answers'][kind]:,.0f} homes" for kind in kinds)
    return Table(
        title=f"{corpus['title'].capitalize()}: true answers found, and p50, by kind of question",
        heads=("engine", *kinds),
        rows=(("*true answers, on average*", *truth), *rows),
    )


def _search_table(corpus: Json) -> Table:
    """Builds the table of the queries of `claimtree bench` on our stores."""
    rows = []
    for name, result in corpus["results"].items():
        asked, homes = result["asked"], corpus["corpus"]["homes"]
        if ENGINES[name].ours and asked["standard"]:
            cells = [f"{one['p50']:,.1f} ms ({one['p99']:,.1f})" for one in asked["standard"].values()]
            right = f"{asked['checked'] - len(asked['wrong'])} of {asked['checked']}"
            rows.append((ENGINES[name].title, *cells, right, f"{homes / result['built']['load_s']:,.0f} homes/s"))
    labels = next(found for result in corpus["results"].values() if (found := result["asked"]["standard"]))
    return Table(
        title=f"{corpus['title'].capitalize()}: whole searches through our stores, p50 (p99)",
        heads=("store", *labels, "equal to brute force", "written"),
        rows=tuple(rows),
        note="Six claims, some firm and some not, as `claimtree bench` asks them: resolving, ranking, the ladder, and "
        "the words of ten hits.",
    )


def _seconds(result: Json) -> float:
    return float(result["built"]["load_s"] + result["built"]["index_s"])


def _memory(found: Json, ours: Json | None) -> str:
    """Returns the peak memory; as a minimum if the server's own share is unknown."""
    peak = _with_ratio(found["peak_mb"], ours["peak_mb"] if ours else None, "MB")
    return peak if found["memory_known"] else f"≥ {peak}"


def _with_ratio(value: float, ours: float | None, unit: str) -> str:
    if not ours:
        return f"{_short(value)} {unit}"
    return f"{_short(value)} {unit} ({_short(value / ours)} ×)"


def _short(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2g}" if value < 0.1 else f"{value:.2f}"
