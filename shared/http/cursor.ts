import { noCursor } from './contract/page.ts'
import { invalidRequest } from './contract/problem.ts'

export const encodeCursor = (key: string | number | undefined): string | null =>
  key === undefined ? null : Buffer.from(`${key}`).toString('base64url')

export const decodeCursor = (cursor: string | undefined, form: RegExp): string | undefined => {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  if (!form.test(key))
    throw invalidRequest([{ pointer: 'query/cursor', code: 'wrong_form', detail: noCursor }])
  return key
}
