import { database } from '../../table/driver.ts'
import { conditionsMet, type Item, present, type QueryPage, type Update } from '../../table/port.ts'
import type { Tenant } from '../../table/tenant.ts'
import { alertKey, alertsPartition } from './alert-kind.ts'
import type { Alert, AlertEmailState, AlertKey } from './alert.ts'

const keyOf = (alert: AlertKey) => alertKey(alert, alert.endpointId, alert.revision)

const update = (key: AlertKey, change: Partial<Update>): Promise<boolean> =>
  conditionsMet(database.write({ update: keyOf(key), set: {}, condition: present, ...change }))

export const findAlert = (key: AlertKey): Promise<Alert | undefined> =>
  database.get<Alert>(keyOf(key), { consistent: true })

/** A page of the tenant's alerts whose event and email are not queued yet. */
export const listUnpublishedAlerts = (tenant: Tenant, after: Item | undefined): Promise<QueryPage<Alert>> =>
  database.query<Alert>({
    partition: alertsPartition(tenant),
    limit: 100,
    after,
    filter: { when: 'attribute_not_exists(#publishedAt)' },
  })

export const markAlertPublished = async (key: AlertKey, publishedAt: string): Promise<void> => {
  await update(key, { setOnce: { publishedAt } })
}

/** Claims an alert's email. Returns false if it was sent, or somebody else has claimed it. */
export const claimAlertEmail = (key: AlertKey, nowMs: number, untilMs: number): Promise<boolean> =>
  update(key, {
    set: { emailClaimedUntilMs: untilMs },
    condition: {
      when: 'attribute_exists(#pk) AND attribute_not_exists(#email) AND (attribute_not_exists(#emailClaimedUntilMs) OR #emailClaimedUntilMs <= :nowMs)',
      values: { nowMs },
    },
  })

export const releaseAlertEmail = async (key: AlertKey): Promise<void> => {
  await update(key, { remove: ['emailClaimedUntilMs'] })
}

export const recordAlertEmail = async (key: AlertKey, email: AlertEmailState): Promise<void> => {
  await update(key, { set: { email } })
}
