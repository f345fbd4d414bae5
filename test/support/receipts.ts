import { check, checkHeads, type Given, isSound } from '../../functions/pages/docs/verify.ts'
import { buildVerifier } from '../../infra/docs/verifier.ts'
import type { ReceiptClaims } from '../../shared/receipt/contract.ts'
import { type ApiClient, call } from './api-client.ts'
import type { World } from './environment.ts'

export type { Given, Line } from '../../functions/pages/docs/verify.ts'
export { rootBy, verify } from '../../functions/pages/docs/verify.ts'

/** The file that is handed out, as whoever checks runs it. */
export const verifierText = buildVerifier()

type Log = Parameters<typeof checkHeads>[0]

/** The heads of a log that are not proven. */
export const brokenHeads = (log: Log): readonly string[] =>
  checkHeads(log)
    .filter(line => !isSound(line))
    .map(({ part, says }) => `${part}: ${says}`)

/** What of a log a check says that it was not given. */
export const missingHeads = (log: Log): readonly string[] =>
  checkHeads(log)
    .filter(({ verdict }) => verdict === 'not given')
    .map(({ part, says }) => `${part}: ${says}`)

/** The parts that are not proven. */
export const brokenParts = (given: Given): readonly string[] =>
  check(given)
    .filter(line => !isSound(line))
    .map(({ part }) => part)

/** Each part with what is said of it. */
export const verdicts = (given: Given): Readonly<Record<string, string>> =>
  Object.fromEntries(check(given).map(({ part, verdict }) => [part, verdict]))

/** The header of a receipt or its claims. */
export const partOf = (receipt: string, index: 0 | 1) =>
  JSON.parse(Buffer.from(receipt.split('.')[index]!, 'base64url').toString())
export const claimsOf = (receipt: string): ReceiptClaims => partOf(receipt, 1)
export const kidOf = (receipt: string): string => partOf(receipt, 0).kid

export const publishedKeys = async ({ url }: World) =>
  (await call(`${url}/v1/jwks.json`, 'GET')).body.keys as { kid: string }[]

/** A receipt as it must be answered. @throws Error if it is not */
export const fetchReceipt = async (by: ApiClient, collection: string, id: number): Promise<string> => {
  const { status, headers, body } = await by.get(`/v1/${collection}/${id}/receipt`)
  const answered = `${status} ${headers.get('content-type')} ${headers.get('cache-control')}`
  if (answered === '200 application/jose no-store') return body
  throw new Error(`A receipt was answered ${answered}: ${JSON.stringify(body)}`)
}
