import { invalidRequest } from '../../http/contract/problem.ts'
import { headerLimit, type WebhookHeader } from '../header-contract.ts'

/** A customer's header; the name is in lower case. */
export interface EncryptedHeader {
  readonly name: string
  readonly encrypted: Uint8Array
}

export interface ProvidedHeader {
  readonly name: string
  readonly value: string
}

export const providedHeaders = (headers: readonly WebhookHeader[] = []): readonly ProvidedHeader[] =>
  headers.flatMap(({ name, value }) => (value === null ? [] : [{ name: name.toLowerCase(), value }]))

const removedIn = (headers: readonly WebhookHeader[] = []): readonly string[] =>
  headers.flatMap(({ name, value }) => (value === null ? [name.toLowerCase()] : []))

/** Undefined for an invalid URL, which another check refuses. */
const originOf = (url: string): string | undefined => URL.parse(url)?.origin

interface HeaderChange {
  readonly headers?: readonly WebhookHeader[] | undefined
  readonly url?: string | undefined
}

/** A value that nobody can read is never sent to another host. */
const keptBy = (
  { url: before, headers = [] }: { readonly url: string; readonly headers?: readonly EncryptedHeader[] },
  { url = before }: HeaderChange,
): readonly EncryptedHeader[] => (url === before || originOf(url) === originOf(before) ? headers : [])

/**
 * Merges headers: those named get their new value or go, the others stay unless the endpoint moves to another host.
 * @param fresh the provided ones
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
