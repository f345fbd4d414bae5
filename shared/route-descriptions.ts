import { sandboxDescription } from './identity/contract/sandbox.ts'
import type { IdentityProductDefinition } from './identity/product/definition.ts'
import { lookupDefinitions } from './identity/products.ts'
import type { ActionName } from './routes.ts'
import { sandboxDescriptions } from './sandbox/descriptions.ts'

const verdicts =
  'Read `status.status`: only `verified` means that every field you supplied agrees. `id_mismatch` is an answer too: the number exists and belongs to somebody else, or details differ (`fieldMatches`, `matchDetails`). `state: complete` alone says nothing about the person. The registry’s record is whole when `verified`. At `PARTIAL_MATCH` it shows the number and the supplied fields that agree; the rest is asterisks, and the photo null. At `NO_MATCH` it is null.'

const failures =
  'There are four different failures. 400: the number is ill-formed. 404 `identity_not_found`: the registry has nobody under it. 502 `record_unreadable`: what the registry answers about this number cannot be used; asking again does not help, it costs nothing, and it counts for the limit of the number. 503 `registry_unavailable`: the registry is down, slow or unreliable, which says nothing about the person, costs nothing and is worth a retry after `Retry-After`.'

const late =
  'With `Prefer: respond-async` an unavailable registry is answered with 202 instead of 503: the service keeps trying for 24 hours and sends the event `identity.verification_completed`. Its `identity` is the answer of this look-up, or `{id, status: {state: "failed", status}}` with `identity_not_found`, `record_unreadable` or `registry_unavailable` (nothing charged).'

const limits =
  'These limits apply, shown in `RateLimit` and `RateLimit-Policy`: look-ups of a client in a minute (`client`), and, in live mode, for all clients of an organisation together, questions about one number in a day (`number`) and look-ups that come to nothing, not found or `NO_MATCH`, in a day (`fruitless`).'

const reportDescription =
  'One HTML page, to print or to save. It needs no script and no further request. It is available as long as the record.'

const describe = ({ description, sandbox }: IdentityProductDefinition): string =>
  [description, verdicts, failures, late, limits, sandboxDescription(sandbox)].join('\n\n')

/** Long descriptions of the OpenAPI document, separate from the routes, which every function carries. */
export const descriptions: { readonly [A in ActionName]?: string } = {
  ...Object.fromEntries(
    Object.entries(lookupDefinitions).map(([action, product]) => [action, describe(product)]),
  ),
  ...sandboxDescriptions,
  getAddressReport: reportDescription,
  getEmploymentReport: reportDescription,
  getIdentityReport: reportDescription,
  updateWebhook:
    'After you enable an endpoint, the service sends the events that were pending when it was disabled and those that have happened since, for up to 30 days.',
  createWebhook:
    'Every payload but `thin` needs the scopes of the products that the events report. A repeat with the same Idempotency-Key returns the endpoint in its present state, with its current secret.',
  rotateWebhookSecret:
    'The old and the new secret both sign for 24 hours, or as long as the body says. The service refuses a ninth rotation within a day, but never one with `overlapSeconds: 0`, which ends all older secrets at once.',
  pingWebhook:
    'The sample is `{"event":"webhook","event_type":"ping","data":{"id":…}}` with the id of the endpoint. It is not an event: it is in no list, is sent once, and also to a disabled endpoint. The service waits 5 seconds for the response.',
  recoverWebhook:
    'Sends every event of this time that the endpoint subscribes to and never answered with 2xx, each with a new retry schedule.',
  listCharges:
    'Added up from the ledger: one line for each verdict that costs something, of all the organisation’s clients in the mode of the one that asks, of the products that this client may read, by the month (UTC) in which it was charged. In test mode nothing is invoiced: it is what it would have been. `spendCap` is the client’s own: `used` is what its orders of the month cost, with what is put aside for those under way.',
  callMcp:
    'The Model Context Protocol, version 2026-07-28, and of 2025-11-25 what needs no session: one JSON-RPC message a request, answered as one JSON object. `tools/list` describes the tools and their arguments. A tool asks this API with the same token, so that it may do what the client may, and counts as a request of its own; none orders or looks anybody up in live mode. An order in test mode is answered with a task to who takes tasks.',
  listWebhookAttempts: 'Attempts are stored for 30 days.',
  listEvents:
    'Events are stored for 90 days. To catch up without a webhook, ask for `order=oldest` and continue from the last `nextCursor`: no event is skipped. If few of very many events match a filter, a page may be short although more follow: continue while `nextCursor` is not null.',
  getEvent:
    'A client with the scope of the event’s product reads the record; any other client reads ids and status. Events are stored for 90 days. Events of identity look-ups contain a registry’s data about a person: they are stored encrypted and deleted after 4 days (`expiresAt`), when nothing is left to deliver.',
}
