"""HTTP errors as problem details (RFC 9457); the only place that maps errors to status codes."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from claimtree.errors import (
    BadAmount,
    BadInput,
    BadPlace,
    BadQuery,
    BadRecord,
    ClaimtreeError,
    Contended,
    IndexMismatch,
    MissingExtra,
    ModelError,
    OutOfTime,
    PackError,
    PlacesError,
    PlacesRefused,
    PlacesUnavailable,
    ReadError,
    SourceApiError,
    SourceApiRefused,
    SourceApiUnavailable,
    SourceError,
    StaleVersion,
    StoreConflict,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreRefused,
    StoreTooNew,
    StoreTooOld,
    StoreUnavailable,
    UnknownName,
)

MEDIA = "application/problem+json"

STATUS: Mapping[type[ClaimtreeError], HTTPStatus] = {
    ClaimtreeError: HTTPStatus.INTERNAL_SERVER_ERROR,
    BadInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadQuery: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadAmount: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadPlace: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadRecord: HTTPStatus.UNPROCESSABLE_ENTITY,
    StaleVersion: HTTPStatus.PRECONDITION_FAILED,
    Contended: HTTPStatus.CONFLICT,
    UnknownName: HTTPStatus.NOT_FOUND,
    PackError: HTTPStatus.INTERNAL_SERVER_ERROR,
    SourceError: HTTPStatus.INTERNAL_SERVER_ERROR,
    OutOfTime: HTTPStatus.SERVICE_UNAVAILABLE,
    ReadError: HTTPStatus.BAD_GATEWAY,
    ModelError: HTTPStatus.BAD_GATEWAY,
    MissingExtra: HTTPStatus.NOT_IMPLEMENTED,
    PlacesError: HTTPStatus.BAD_GATEWAY,
    PlacesUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    PlacesRefused: HTTPStatus.BAD_GATEWAY,
    SourceApiError: HTTPStatus.BAD_GATEWAY,
    SourceApiUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    SourceApiRefused: HTTPStatus.BAD_GATEWAY,
    StoreError: HTTPStatus.INTERNAL_SERVER_ERROR,
    StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreRefused: HTTPStatus.BAD_GATEWAY,
    StoreReadOnly: HTTPStatus.CONFLICT,
    StoreFull: HTTPStatus.INSUFFICIENT_STORAGE,
    StoreConflict: HTTPStatus.CONFLICT,
    StoreDamaged: HTTPStatus.INTERNAL_SERVER_ERROR,
    StoreTooOld: HTTPStatus.INTERNAL_SERVER_ERROR,
    StoreTooNew: HTTPStatus.INTERNAL_SERVER_ERROR,
    IndexMismatch: HTTPStatus.CONFLICT,
}
"""Every error class; tests/contracts checks that none is missing."""

RETRY_S = 2
"""The `Retry-After` of temporary errors."""


class Problem(HTTPException):
    """An error that only HTTP has: no key, too large, too often, too busy."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str,
        *,
        hint: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        # Derived from FastAPI's own exception, because it turns any other into "the body cannot be
        # parsed".
        super().__init__(status_code=int(status), detail=detail, headers=dict(headers or {}))
        self.status = status
        self.code = code
        self.hint = hint

    def response(self) -> JSONResponse:
        return problem(self.status, self.code, self.detail, hint=self.hint, headers=self.headers)


def status_of(error: ClaimtreeError) -> HTTPStatus:
    """Returns the status of an error; a class that is not in the table has the status of its
    nearest parent."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def of_error(error: ClaimtreeError) -> JSONResponse:
    status = status_of(error)
    headers = {"Retry-After": str(RETRY_S)} if status is HTTPStatus.SERVICE_UNAVAILABLE else {}
    return problem(
        status, error.code, client_message(error), hint="" if _is_ours(error) else error.hint, headers=headers
    )


def client_message(error: ClaimtreeError) -> str:
    """Returns the message for the client: internal addresses and paths are of no use there, and are
    in the log."""
    if not _is_ours(error):
        return error.message
    return _WITHIN.get(status_of(error), "the server could not answer")


def _is_ours(error: ClaimtreeError) -> bool:
    """Whether the error is about the server's internals, and not about the request."""
    return status_of(error) >= HTTPStatus.INTERNAL_SERVER_ERROR or isinstance(error, StoreError)


_WITHIN = {
    HTTPStatus.SERVICE_UNAVAILABLE: "something that the answer needs cannot be reached at the moment",
    HTTPStatus.BAD_GATEWAY: "something that the answer needs has failed",
    HTTPStatus.INSUFFICIENT_STORAGE: "there is no space left; nothing of this was written",
    HTTPStatus.CONFLICT: "the collection cannot be changed as it is kept",
    HTTPStatus.NOT_IMPLEMENTED: "this server lacks an optional part that the answer needs",
}


def problem(
    status: HTTPStatus, code: str, detail: str, *, hint: str = "", headers: Mapping[str, str] | None = None
) -> JSONResponse:
    body = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail, "code": code}
    return JSONResponse(
        body | ({"hint": hint} if hint else {}), status_code=int(status), media_type=MEDIA, headers=dict(headers or {})
    )
