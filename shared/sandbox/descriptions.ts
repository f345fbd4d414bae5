import { decidableOutcomes, type Outcome, statusOf } from '../verification/contract/outcome.ts'
import { products } from '../verification/contract/product.ts'

const code = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(', ')

const subStatuses = (outcomes: readonly Outcome[]): string =>
  code(outcomes.map(outcome => statusOf(outcome).subStatus))

const table = (title: string, rows: readonly string[]): string =>
  [`| of | ${title} |`, '|---|---|', ...rows].join('\n')

export const endsTable = table(
  '`subStatus`',
  products.map(product => `| ${product} | ${subStatuses(decidableOutcomes[product])} |`),
)

export const clockTable = [
  '| `to` | of | what it brings | scope |',
  '|---|---|---|---|',
  '| `delayed` | `verificationId` | 48 hours without a visit: the event `verification_delayed` for those who subscribed | its product’s |',
  '| `expired` | `verificationId` | 14 days without a decision: late, if it was not before, then `FAILED - EXPIRED` | its product’s |',
  '| `next_attempt` | `eventId`, `endpointId` | the retry that waits is made now, and leads to whatever it leads to; 409 `nothing_waits` if none does | `webhooks` |',
  '| `five_days` | `eventId`, `endpointId` | the endpoint has failed for five days: the waiting retry is made now, and if it fails, the endpoint is disabled | `webhooks` |',
].join('\n')

const complete = [
  'Test mode only, with the scope of its product. It is final with the answer, whatever the simulated agent is about to do: right after the order, too. Asked again for the same end, the answer is the same; for another, or once it was cancelled or has expired, it is 409 `already_decided`. Where a dispute is open, it concludes that: the same end upholds the decision, another one revises it. To leave no moment in which the simulated agent comes first, order with the number of whom nobody visits. What an order’s number asks of the report, such as missing photos, holds for this end, too.',
  endsTable,
].join('\n\n')

const clock = [
  'Test mode only. What would have come by then comes now, by the same code as when the time is over, for the one thing that is named: nobody else’s tests are disturbed, and times stay real, so that signatures, ids and cursors hold. Asked again, what has come about is answered as it was.',
  clockTable,
  'An order that has ended in another way is 409 `already_decided`. The last two count for the limit of resends.',
].join('\n\n')

/** Long descriptions of operations in the OpenAPI document. */
export const sandboxDescriptions = {
  completeTestVerification: complete,
  moveTestClock: clock,
} as const
