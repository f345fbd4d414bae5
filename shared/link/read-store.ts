import { queryWithCompacted } from '../table/compaction-store.ts'
import { database } from '../table/driver.ts'
import { linksQuery } from '../table/keys.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { Link, LinkPurpose } from './link.ts'
import { linkItemKey } from './store.ts'

/** Also those that an object holds. In the order of their creation. */
export const listLinks = (key: VerificationKey, purpose?: LinkPurpose): Promise<readonly Link[]> =>
  queryWithCompacted(key, { ...linksQuery(key, key.verificationId, purpose), consistent: true })

/** Returns how many there were. What an object holds goes with the trail’s facts. */
export const eraseLinks = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const links = await listLinks(key)
  if (!isDry) await Promise.all(links.map(link => database.write({ delete: linkItemKey(link) })))
  return links.length
}
