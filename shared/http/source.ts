import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'

/**
 * What a log line says of where a request came from: the calls of one address in one UTC day go together, and lines
 * alone, copied or leaked, do not tell the address.
 */
export const digestSourceAddress = (address: string, nowMs: number): string => {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const hmac = createHmac('sha256', setting('SOURCE_ADDRESS_KEY')).update(`${day} ${address}`)
  // 96 bits: no two addresses meet.
  return hmac.digest('base64url').slice(0, 16)
}
