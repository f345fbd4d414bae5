import { invalidRequest } from '../../http/contract/problem.ts'
import { headerIdentity, headerLimit, type WebhookHeader } from '../header-contract.ts'
import type { EncryptedHeader, ProvidedHeader } from './secret.ts'

export const providedHeaders = (headers: readonly WebhookHeader[] = []): readonly ProvidedHeader[] =>
  headers.flatMap(({ name, value }) => (value === null ? [] : [{ name: name.toLowerCase(), value }]))

const originOf = (url: string): string | undefined => URL.parse(url)?.origin

/**
 * Merges headers: those named get their new value or go, the others stay unless the endpoint moves to another host: a
 * value that nobody can read is never sent there.
 * @param fresh the provided ones
 * @throws Problem invalid_request if there would be too many
 */
export const mergeHeaders = (
  { url: before, headers = [] }: { readonly url: string; readonly headers?: readonly EncryptedHeader[] },
  {
    url = before,
    headers: changed = [],
  }: { readonly url?: string | undefined; readonly headers?: readonly WebhookHeader[] | undefined },
  fresh: readonly EncryptedHeader[],
): readonly EncryptedHeader[] => {
  const named = new Set(changed.map(({ name }) => headerIdentity(name)))
  const kept = url === before || originOf(url) === originOf(before) ? headers : []
  const after = [...kept.filter(({ name }) => !named.has(headerIdentity(name))), ...fresh]
  if (after.length <= headerLimit) return after
  const detail = `Expected at most ${headerLimit} headers, those that the endpoint has included.`
  throw invalidRequest([{ pointer: '/headers', code: 'too_big', detail }])
}
