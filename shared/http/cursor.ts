import { invalidRequest } from './contract/problem.ts'

/** Makes a place in a list opaque. */
export const encodeCursor = (place: string | number | undefined): string | null =>
  place === undefined ? null : Buffer.from(`${place}`).toString('base64url')

/** Reads a cursor that `cursorOf` made. @throws Problem invalid_request if it is of another form */
export const decodeCursor = (cursor: string | undefined, form: RegExp): string | undefined => {
  if (cursor === undefined) return undefined
  const place = Buffer.from(cursor, 'base64url').toString()
  if (!form.test(place))
    throw invalidRequest([
      { pointer: 'query/cursor', code: 'wrong_form', detail: 'Expected the nextCursor of an earlier page.' },
    ])
  return place
}
