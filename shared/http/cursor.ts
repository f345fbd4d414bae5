import type * as z from 'zod/mini'
import { sha256Digest } from '../account/credential.ts'
import type { ActionRequest, Middleware } from './action.ts'
import { noCursor } from './contract/page.ts'
import { invalidRequest, type Problem } from './contract/problem.ts'

export const encodeCursor = (key: string | number | undefined): string | null =>
  key === undefined ? null : Buffer.from(`${key}`).toString('base64url')

const wrongCursor = (pointer = 'query/cursor'): Problem =>
  invalidRequest([{ pointer, code: 'wrong_form', detail: noCursor }])

/** @throws Problem invalid_request */
export const decodeCursor = (cursor: string | undefined, form: RegExp): string | undefined => {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  if (!form.test(key)) throw wrongCursor()
  return key
}

const takesCursor = (schema: z.ZodMiniObject | undefined): boolean => 'cursor' in (schema?.shape ?? {})

/** 48 bits: no list takes the cursor of another by chance. Whoever forges one must still fit the form of the list's keys. */
const digestLength = 8

/** The filter is all that a caller sends but the page's own parameters. */
const digestList = (path: string, { params, query, body }: ActionRequest): string =>
  sha256Digest(
    JSON.stringify([path, params, query, body], (name, value) =>
      name === 'cursor' || name === 'limit' ? undefined : value,
    ),
  ).slice(0, digestLength)

/**
 * Binds each cursor to its list and filter: a place in one list means nothing in another.
 * @throws Problem invalid_request for a cursor of another list or filter
 */
export const bindCursors: Middleware = {
  before: ({ internal }) => {
    const { query, body } = internal.route!
    const name = takesCursor(query) ? 'query' : takesCursor(body) ? 'body' : undefined
    if (name === undefined) return
    const request = internal.request!
    const list = digestList(internal.route!.path, request)
    const page = request[name] as { readonly cursor?: string } | undefined
    if (page?.cursor !== undefined) {
      if (!page.cursor.startsWith(list)) throw wrongCursor(name === 'body' ? '/cursor' : undefined)
      const opened = { ...page, cursor: page.cursor.slice(digestLength) }
      internal.request = { ...request, [name]: opened } as ActionRequest
    }
    const action = internal.action!
    internal.action = async asked => {
      const response = await action(asked)
      const answered = response.body as { readonly nextCursor: string | null }
      const nextCursor = answered.nextCursor && list + answered.nextCursor
      return { ...response, body: { ...answered, nextCursor } }
    }
  },
}
