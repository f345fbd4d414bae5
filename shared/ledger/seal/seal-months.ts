import { isDeepStrictEqual } from 'node:util'
import { TenantMode } from '../../account/contract.ts'
import { findOrganisations, type Organisation } from '../../account/store.ts'
import { setting } from '../../aws/environment.ts'
import { BusyError, Fault } from '../../aws/errors.ts'
import { errorLogFields, log } from '../../aws/log.ts'
import type { Month } from '../contract.ts'
import { monthOf } from '../line.ts'
import { readMonthSums } from '../sum-store.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import type { Tenant } from '../../table/tenant.ts'
import { signJws } from '../../signing/signing.ts'
import { Seal, sealType } from './contract.ts'
import { endOfMonth, lastSealableMonth, monthsBetween, monthsLater } from './due.ts'
import {
  digestSeal,
  findSeal,
  listSeals,
  packLines,
  putSeal,
  readSeal,
  type StoredSeal,
  type TenantMonth,
} from './object.ts'

/** The last seal before the first gap, of months that are over. */
const findLastSeal = async (tenant: Tenant, lastOver: Month): Promise<StoredSeal | undefined> => {
  const seals = (await listSeals(tenant)).filter(({ month }) => month <= lastOver)
  return seals.find(({ month }, index) => seals[index + 1]?.month !== monthsLater(month, 1))
}

/** A month without lines is sealed, too, so that a seal that is missing is noticed. */
const sealMonth = async (of: TenantMonth, before: StoredSeal | undefined, nowMs: number): Promise<void> => {
  const { organisationId, mode, month } = of
  // What is stored, whoever stored it.
  const previous = before ? digestSeal((await readSeal(before)).jws) : null
  const { packed, ...content } = await packLines(of)
  const { sums: kept } = await readMonthSums(of, month)
  if (!isDeepStrictEqual(kept, content.sums)) {
    log('ledger.mismatch', { organisationId, mode, code: month, failure: 'sum' })
    emitMetrics(toMeasurement({ mode }, { LedgerMismatches: 1 }))
  }
  const seal = Seal.parse({ iss: setting('API_URL'), organisationId, mode, month, ...content, previous })
  await putSeal(of, await signJws(sealType, seal, endOfMonth(month) - 1, nowMs), packed)
  log('ledger.month-sealed', { organisationId, mode, code: month, count: content.lines })
}

interface SealingMoment {
  readonly nowMs: number
  /** The next run goes on. */
  readonly isTimeUp?: () => boolean
}

/**
 * Seals what is over of a tenant's months since its organisation was made, the oldest first. Each is one write, which does
 * nothing where there is a seal: it may be repeated, and come at once with any other.
 */
export const sealTenant = async (
  tenant: Tenant,
  { createdAt }: Pick<Organisation, 'createdAt'>,
  { nowMs, isTimeUp = () => false }: SealingMoment,
): Promise<void> => {
  const lastOver = lastSealableMonth(nowMs)
  let before = await findLastSeal(tenant, lastOver)
  for (const month of monthsBetween(before ? monthsLater(before.month, 1) : monthOf(createdAt), lastOver)) {
    if (isTimeUp()) return
    const of = { ...tenant, month }
    await sealMonth(of, before, nowMs)
    before = await findSeal(of)
    if (!before) throw new BusyError('Somebody seals the same month just now')
  }
}

/** One tenant that fails holds no other up. @throws Fault at the end where some failed */
export const sealMonths = async (moment: SealingMoment): Promise<void> => {
  let failed = 0
  for (const organisation of await findOrganisations())
    for (const mode of TenantMode.options) {
      const tenant = { organisationId: organisation.id, mode }
      try {
        await sealTenant(tenant, organisation, moment)
      } catch (error) {
        failed += 1
        log('ledger.month-not-sealed', { ...tenant, ...errorLogFields(error) })
      }
    }
  if (failed > 0) throw new Fault(`Ledgers that could not be sealed: ${failed}`)
}
