import { TenantMode } from '../../shared/account/contract.ts'
import { findOrganisation, findOrganisations } from '../../shared/account/store.ts'
import { sendReconciliations } from '../../shared/outbox/reconcile.ts'
import type { CommandOf } from './command.ts'

const idsOf = async (organisationId: number | undefined): Promise<readonly number[]> => {
  if (organisationId === undefined) return (await findOrganisations()).map(({ id }) => id)
  if (!(await findOrganisation(organisationId)))
    throw new Error('organisationId: there is no such organisation')
  return [organisationId]
}

/** Has what a gap of the stream left behind looked for now, as the schedule does every hour: of everybody, or of one. */
export const reconcile = async ({ organisationId, mode }: CommandOf<'reconcile'>) => {
  const modes = mode === undefined ? TenantMode.options : [mode]
  const ids = await idsOf(organisationId)
  const tenants = ids.flatMap(id => modes.map(one => ({ organisationId: id, mode: one })))
  await sendReconciliations(tenants)
  return { reconciling: tenants }
}
