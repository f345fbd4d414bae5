import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { conditionsMet } from '../table/port.ts'
import { expiresAt, isExpired } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import type { UnsentWork } from './contract.ts'
import { unsentKey, unsentKind, unsentQuery } from './unsent-kind.ts'

/** What an agent's phone said last that it holds. */
export interface StoredUnsent extends UnsentWork {
  readonly agentId: string
  /** When it said so, ISO 8601. */
  readonly saidAt: string
  readonly expiresAt: number
}

interface PhoneKey extends Pick<StoredUnsent, 'agentId'> {
  readonly deviceId: string
}

/**
 * An earlier word of the phone that comes later changes nothing, so that a phone which holds nothing is stored as well.
 * One write unit; answers whether it was the latest word.
 */
export const saveUnsent = (
  mode: Mode,
  { agentId, deviceId }: PhoneKey,
  unsent: UnsentWork,
  saidAt: string,
): Promise<boolean> =>
  conditionsMet(
    database.write({
      put: {
        ...unsentKey(mode, agentId, deviceId),
        ...unsent,
        agentId,
        saidAt,
        expiresAt: expiresAt(saidAt, unsentKind.days),
      },
      condition: {
        when: 'attribute_not_exists(#pk) OR #number < :number',
        values: { number: unsent.number },
      },
    }),
  )

/** The phones that hold something. */
export const listUnsent = async (mode: Mode, nowMs: number): Promise<readonly StoredUnsent[]> => {
  const phones = await queryAll<StoredUnsent>(unsentQuery(mode))
  return phones.filter(phone => phone.reports + phone.photos > 0 && !isExpired(phone, nowMs))
}
