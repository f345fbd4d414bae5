import type { Caller } from '../../shared/account/caller.ts'
import type { Action } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { readCharges } from '../../shared/ledger/charges.ts'
import type { LedgerLine } from '../../shared/ledger/line.ts'
import { portalRoutes } from '../../shared/portal/routes.ts'
import { collectionOf } from '../../shared/verification/contract/product.ts'

const scopesOf = ({ product, rule }: LedgerLine): readonly Caller['scopes'][number][] => {
  if (rule === 'handedOver') return Object.values(collectionOf)
  return [rule === 'decided' ? collectionOf[product as keyof typeof collectionOf] : `identities.${product}`]
}

/** Only products that the caller may read. */
const listCharges: Action<typeof portalRoutes.listCharges> = async ({ caller, query: { month }, nowMs }) => ({
  status: 200,
  body: await readCharges(caller, { month, nowMs }, line =>
    scopesOf(line).some(scope => caller.scopes.includes(scope)),
  ),
})

export const handler = serve(portalRoutes, { listCharges })
