import { setting } from '../../aws/environment.ts'
import type { Link } from '../link.ts'

/** From whom this stage sends such a message; undefined where it sends none. */
export const findMessageOrigin = ({ channel, mode }: Pick<Link, 'channel' | 'mode'>): string | undefined => {
  const { sender, smsOrigin, inTestMode } = setting('MESSAGE_SENDERS')
  if (mode === 'test' && !inTestMode) return undefined
  return (channel === 'mail' ? sender : smsOrigin) ?? undefined
}
