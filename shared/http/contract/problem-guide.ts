import type { ProblemCode } from './problem.ts'

export interface ProblemGuide {
  readonly when: string
  readonly whatToDo: string
}

export const problemGuides: Readonly<Record<ProblemCode, ProblemGuide>> = {
  invalid_request: {
    when: 'A field of the path, the query or the body is missing or ill-formed, or the body is not JSON.',
    whatToDo:
      'Read `errors`: it names every bad field at once, by JSON pointer. Correct them; do not send the request again unchanged.',
  },
  sign_in_failed: {
    when: 'The identity provider sends a person back, and the sign-in is too old, was begun in another browser, was used before, or was refused there.',
    whatToDo: 'Begin again at `/v1/session/sign-in`. Nothing of the failed sign-in is stored.',
  },
  unauthenticated: {
    when: 'The access token, or a person’s session, is missing, unknown, expired or withdrawn; at `/v1/token`, the client id or its secret is wrong.',
    whatToDo:
      'Fetch a new token with `POST /v1/token` and repeat the request once. If that is refused too, ask the operator for your credentials.',
  },
  spend_cap_reached: {
    when: 'The client has a spend cap, and what is left of it in this calendar month (UTC) is less than the price of what it orders or looks up. No record is created, and nothing is charged.',
    whatToDo:
      'Ask the operator for a higher cap, or wait for the next month. The same request, with the same `Idempotency-Key`, succeeds once something is left: orders that end without a charge give their price back.',
  },
  product_not_enabled: {
    when: 'The client lacks the scope that the path needs; `detail` names it.',
    whatToDo: 'Ask the operator for the scope. A new token has it within a minute.',
  },
  client_suspended: {
    when: 'The operator has suspended the client or its organisation. Every request and sign-in of it is refused, also at `/v1/token` and in the portal. Orders in progress go on, and their events are sent.',
    whatToDo:
      'Ask the operator. Nothing is lost: once the client is resumed, its secrets and the tokens that have not expired work again.',
  },
  foreign_origin: {
    when: 'A request that changes something sends a session cookie, and its `Origin` is not this host: another site may have begun it.',
    whatToDo:
      'Send it from a page of this host; a browser adds the header. A program sends an access token instead.',
  },
  no_role: {
    when: 'You signed in, but none of your groups at the identity provider has a role here, or your account is disabled.',
    whatToDo: 'Ask the operator for a role, and sign in again.',
  },
  own_visit: {
    when: 'You review or decide a visit that you made yourself, or open the file of its case.',
    whatToDo: 'Leave it to another reviewer.',
  },
  decided_before: {
    when: 'You review a dispute about a decision that you took, asked for or confirmed.',
    whatToDo: 'Leave it to another reviewer.',
  },
  second_reviewer_needed: {
    when: 'You decided it before, and that decision needs two reviewers. You cannot confirm it, nor claim the report.',
    whatToDo: 'Leave it to another reviewer; until then you may still return it.',
  },
  not_found: {
    when: 'No such path, or nothing of yours has this id. What belongs to another organisation, or to the other mode, is not found either.',
    whatToDo: 'Check the id, and whether you use test credentials for a live record or the other way round.',
  },
  product_not_offered: {
    when: 'The path is like that of a look-up, and this service has no such product in that country. `detail` lists the look-ups that it offers.',
    whatToDo:
      'Use one of the paths in `detail`. [From QoreID](/v1/docs/from-qoreid) says what stands in for the others.',
  },
  identity_not_found: {
    when: 'The registry answered that nobody has this number.',
    whatToDo:
      'It is a final result: ask the person to check the number. It costs nothing, and counts for the limit `fruitless` in live mode.',
  },
  method_not_allowed: {
    when: 'The path exists and does not take this method; the header `Allow` lists those that it takes.',
    whatToDo: 'Correct the method.',
  },
  already_decided: {
    when: 'The verification is complete: it was decided, it expired, or it was cancelled; `detail` says which.',
    whatToDo: 'Read the record. Its outcome is final.',
  },
  not_disputable: {
    when: 'You dispute an outcome that nobody decided (it expired or was cancelled), or one that reached the limit of revisions.',
    whatToDo: 'Create a new verification with `allowRevisit: true` if you need a verdict.',
  },
  already_disputed: {
    when: 'A dispute of this verification is open, or your own of this decision was concluded, and the decision upheld.',
    whatToDo: 'Read `…/revisions`: it says what is open, until when, and the result.',
  },
  dispute_over: {
    when: 'The days in which a decision can be disputed have passed; `detail` says when they ended.',
    whatToDo: 'Create a new verification with `allowRevisit: true` if you need another verdict.',
  },
  not_final: {
    when: 'The verification is in progress, and you ask for its receipt, report or revisions, or dispute it. Or it ended a moment ago and its event has not been published yet. Or you ask for a proof in a receipt, and the hour of its log is not closed yet.',
    whatToDo:
      'Wait for the event of its completion: all of them are there by then. For a proof, wait as long as `Retry-After` says.',
  },
  not_stuck: {
    when: 'Another person repaired it, or it moved on by itself after you read the overview.',
    whatToDo: 'Read the overview again.',
  },
  already_claimed: {
    when: 'Another agent has claimed or made this visit, or another reviewer has claimed this report, or it is kept for one; `detail` says until when.',
    whatToDo: 'Take the next one.',
  },
  too_many_claims: {
    when: 'You have claimed as many visits as an agent may have at a time.',
    whatToDo: 'Report or release one of them first.',
  },
  lease_lost: {
    when: 'You never claimed this visit, or your claim expired and another agent claimed it. Or, as a reviewer, you hand over a report that you do not hold.',
    whatToDo:
      'Keep what you noted and photographed, and ask your reviewer: the other one may release it, and you claim it again. As a reviewer, claim the report first.',
  },
  no_photos: {
    when: 'You recorded photos of work that takes none: an employment.',
    whatToDo: 'File the report without them. `takesPhotos` of the assignment says so before.',
  },
  already_reported: {
    when: 'The report on this visit was submitted, and no reviewer has returned it.',
    whatToDo: 'Nothing: it arrived. A reviewer returns a report that needs corrections.',
  },
  too_many_links: {
    when: 'Twenty links of one purpose were sent for this verification.',
    whatToDo: 'Call or visit: nobody who ignored twenty messages answers another.',
  },
  too_many_appointments: {
    when: 'An agent has said twenty times when they come to this visit.',
    whatToDo:
      'Keep the time that was said last, or take it back. Tell the applicant of another by telephone.',
  },
  too_many_notes: {
    when: 'A hundred notes were written on this case. Giving the case to a colleague writes one, too.',
    whatToDo: 'Talk to your colleagues. Notes go with the verification, and nobody removes one before.',
  },
  employer_reachable: {
    when: 'You report an employer as unreachable after too few attempts; `detail` says what is missing.',
    whatToDo:
      'Try again at other times, note every attempt, and ask the applicant for documents by a link. `GET …/attempts` says how far it is.',
  },
  not_reported: {
    when: 'You claim or decide, as a reviewer, an assignment whose agent has not reported yet, or that was returned. Or you make visits yourself, and open the file of a case without a report.',
    whatToDo: 'Wait for the report; it then appears in the list `reported`.',
  },
  photo_missing: {
    when: 'You say that a photo was uploaded, and it is not there: the upload failed, or was longer ago than two days.',
    whatToDo: 'Send its record again for a fresh URL, upload the photo, and repeat the request.',
  },
  photo_replaced: {
    when: 'A later photo is in the slot, or one with other bytes than you say.',
    whatToDo: 'Read `GET …/photos`. If yours is the right one, take it again.',
  },
  nothing_waits: {
    when: 'You move the test clock to something that is not scheduled, such as a retry of a delivery that has arrived.',
    whatToDo: 'Look at the verification or at the attempts: `detail` says what is missing.',
  },
  not_cancellable: {
    when: 'You cancel a verification that was visited already, or that is complete.',
    whatToDo: 'Wait for the outcome; the service sends the event as usual.',
  },
  too_many_webhooks: {
    when: 'Your organisation has as many webhook endpoints in this mode as it may have.',
    whatToDo: 'Delete one that you do not use, or change its URL with `PATCH`.',
  },
  too_many_secrets: {
    when: 'You rotate the secret of an endpoint while eight older ones are still active.',
    whatToDo:
      'Wait until the oldest has ended (`previous`), or end all others at once with `"overlapSeconds": 0`.',
  },
  webhook_exists: {
    when: 'Another endpoint of your organisation has this URL in this mode.',
    whatToDo: 'Change that endpoint with `PATCH`, or delete it first.',
  },
  webhook_disabled: {
    when: 'You ask for a delivery to a disabled endpoint.',
    whatToDo: 'Enable it with `PATCH {"enabled": true}`: the service then sends what it missed.',
  },
  request_in_flight: {
    when: 'The first request with this `Idempotency-Key` has not ended yet.',
    whatToDo: 'Repeat the same request after `Retry-After`: you get the first one’s response.',
  },
  body_too_large: {
    when: 'The body has more than 256 KB.',
    whatToDo: 'Send less; no request of this API needs as much.',
  },
  unsupported_media_type: {
    when: 'The body is sent as something other than JSON.',
    whatToDo: 'Send the header `Content-Type: application/json`.',
  },
  photo_unreadable: {
    when: 'The file begins like a photo and breaks off, contradicts itself, has more pixels than its bytes can show (200 a byte in a JPEG, 800 in PNG and WebP), or is smaller than 100 pixels. It is deleted.',
    whatToDo: 'Take the photo again. The same bytes are refused again.',
  },
  photo_too_large: {
    when: 'The photo has more than 10 MB, 52 megapixels, or 16,384 pixels on a side. It is deleted.',
    whatToDo: 'Scale it down on the device; 2000 pixels are all that is shown.',
  },
  photo_not_an_image: {
    when: 'The file is neither JPEG nor PNG nor WebP, whatever its name and type say. It is deleted.',
    whatToDo: 'Send the photo as JPEG.',
  },
  checksum_mismatch: {
    when: 'The bytes that were uploaded are not those whose SHA-256 the record states. They are deleted.',
    whatToDo: 'Send the record again for a fresh URL, and upload the photo again.',
  },
  idempotency_key_reused: {
    when: 'The `Idempotency-Key` was used within 24 hours with another path or another body. The order of fields, spaces between them and escapes in texts make no other body.',
    whatToDo:
      'If you repeat a request, find out why its body changed, and send the first one again: with a new key an order with `allowRevisit`, or a look-up, is done and charged a second time. Make a new key for every new request.',
  },
  too_many_requests: {
    when: 'A limit is used up; `detail` and the headers say which.',
    whatToDo: 'Wait for `Retry-After` seconds, then go on. Spread the load if it comes back.',
  },
  internal: {
    when: 'An internal error. It is logged and an operator is alerted.',
    whatToDo:
      'Repeat the request with the same `Idempotency-Key`, later each time. If it stays, tell the operator the `requestId`.',
  },
  record_unreadable: {
    when: 'The registry’s record under this number cannot be used: it is broken, incomplete, or about another person.',
    whatToDo: 'Do not retry. Ask the person for another document. It costs nothing.',
  },
  unavailable: {
    when: 'A concurrent update conflicted, or the service could not do it within its time; `detail` says which.',
    whatToDo:
      'Repeat the same request after `Retry-After`, a few seconds. If its time was over, ask for less of a list.',
  },
  issuer_unavailable: {
    when: 'The identity provider does not respond. Existing sessions continue.',
    whatToDo: 'Sign in again after `Retry-After`.',
  },
  registry_unavailable: {
    when: 'The registry is down, slow or unreliable. It says nothing about the person, and costs nothing.',
    whatToDo:
      'Repeat it after `Retry-After`, or send `Prefer: respond-async` and receive the result by webhook. Never treat it as a failed check.',
  },
}
