import { invalidRequest } from '../../http/contract/problem.ts'
import { headerLimit, type WebhookHeader } from '../header-contract.ts'

/** A header of its owner's that every request to an endpoint carries, as kept: its name in lower case, its value sealed. */
export interface EncryptedHeader {
  readonly name: string
  readonly sealed: Uint8Array
}

/** The headers that a body gives a value. */
export const providedHeaders = (
  headers: readonly WebhookHeader[] = [],
): readonly { name: string; value: string }[] =>
  headers.flatMap(({ name, value }) => (value === null ? [] : [{ name: name.toLowerCase(), value }]))

const removedIn = (headers: readonly WebhookHeader[] = []): readonly string[] =>
  headers.flatMap(({ name, value }) => (value === null ? [name.toLowerCase()] : []))

/** None of what is no URL, which is refused where it is judged. */
const originOf = (url: string): string | undefined => URL.parse(url)?.origin

interface HeaderChange {
  readonly headers?: readonly WebhookHeader[] | undefined
  readonly url?: string | undefined
}

/** What an endpoint had, as far as it goes on: a value that nobody can read is not sent to another host because somebody may choose one. */
const keptBy = (
  { url: before, headers = [] }: { readonly url: string; readonly headers?: readonly EncryptedHeader[] },
  { url = before }: HeaderChange,
): readonly EncryptedHeader[] => (url === before || originOf(url) === originOf(before) ? headers : [])

/**
 * An endpoint's headers after a change: those named get their new value or go, the others stay unless the endpoint
 * moves to another host.
 * @param fresh the given ones, sealed
 * @throws Problem invalid_request if there would be too many
 */
export const mergeHeaders = (
  endpoint: { readonly url: string; readonly headers?: readonly EncryptedHeader[] },
  change: HeaderChange,
  fresh: readonly EncryptedHeader[],
): readonly EncryptedHeader[] => {
  const named = new Set([...fresh.map(({ name }) => name), ...removedIn(change.headers)])
  const after = [...keptBy(endpoint, change).filter(({ name }) => !named.has(name)), ...fresh]
  if (after.length <= headerLimit) return after
  const detail = `Expected at most ${headerLimit} headers, those that the endpoint has included.`
  throw invalidRequest([{ pointer: '/headers', code: 'too_big', detail }])
}
