import { Problem } from './contract/problem.ts'
import type { MiddlewareRequest, Middleware } from './action.ts'

/**
 * The bytes of the file that a browser's form brings (`multipart/form-data`, RFC 7578), read by the runtime's own parser;
 * undefined where none was chosen. @throws Problem unsupported_media_type
 */
const fileIn = async ({
  body = '',
  isBase64Encoded,
  headers,
}: MiddlewareRequest['event']): Promise<Uint8Array | undefined> => {
  const type = headers['content-type'] ?? ''
  const sent = new Response(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'), {
    headers: { 'content-type': type },
  })
  const form = await sent.formData().catch(() => {
    throw new Problem('unsupported_media_type', 'Send the form as a browser does.')
  })
  const file = [...form.values()].find(value => typeof value !== 'string')
  return file && file.size > 0 ? file.bytes() : undefined
}

/**
 * Reads the file of a route that takes one. Lambda says how large it can be: 6 MB with all that is around it.
 * @throws Problem unsupported_media_type
 */
export const readFormFile: Middleware = {
  before: async ({ event, internal }) => {
    if (internal.route!.form !== 'file') return
    internal.call = { ...internal.call!, file: await fileIn(event) }
  },
}
