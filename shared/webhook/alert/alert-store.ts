import { database } from '../../table/driver.ts'
import { alertKey, alertsPartition } from '../../table/keys.ts'
import { conditionsMet, type Item, present, type QueryPage } from '../../table/port.ts'
import type { Alert, AlertEmailState, AlertKey } from './alert.ts'

const keyOf = (alert: AlertKey) => alertKey(alert, alert.endpointId, alert.revision)

export const findAlert = (key: AlertKey): Promise<Alert | undefined> =>
  database.get<Alert>(keyOf(key), { consistent: true })

export const listUnpublishedAlerts = (
  tenant: Pick<AlertKey, 'organisationId' | 'mode'>,
  after: Item | undefined,
): Promise<QueryPage<Alert>> =>
  database.query<Alert>({
    partition: alertsPartition(tenant),
    limit: 100,
    after,
    filter: { when: 'attribute_not_exists(#toldAt)' },
  })

export const markAlertPublished = async (key: AlertKey, toldAt: string): Promise<void> => {
  await conditionsMet(
    database.write({ update: keyOf(key), set: {}, setOnce: { toldAt }, condition: present }),
  )
}

/** Claims the email until a time; false if it is sent or claimed. */
export const claimAlertEmail = (key: AlertKey, nowMs: number, untilMs: number): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: keyOf(key),
      set: { letterTakenUntilMs: untilMs },
      condition: {
        when: 'attribute_exists(#pk) AND attribute_not_exists(#letter) AND (attribute_not_exists(#letterTakenUntilMs) OR #letterTakenUntilMs <= :nowMs)',
        values: { nowMs },
      },
    }),
  )

export const releaseAlertEmail = async (key: AlertKey): Promise<void> => {
  await conditionsMet(
    database.write({ update: keyOf(key), set: {}, remove: ['letterTakenUntilMs'], condition: present }),
  )
}

export const recordAlertEmail = async (key: AlertKey, letter: AlertEmailState): Promise<void> => {
  await conditionsMet(database.write({ update: keyOf(key), set: { letter }, condition: present }))
}
