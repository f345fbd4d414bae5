import * as z from 'zod/mini'
import { text } from './text.ts'

export const TokenRequest = z.object({ clientId: text(100), secret: text(200) })
export type TokenRequest = z.infer<typeof TokenRequest>

export const Token = z.object({
  accessToken: z.string(),
  /** Seconds from now. */
  expiresIn: z.int(),
  tokenType: z.literal('Bearer'),
})
export type Token = z.infer<typeof Token>
