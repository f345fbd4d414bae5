import type { Mode } from '../table/tenant.ts'
import { operatorOrganisationId } from './caller.ts'
import { findPersonById, type Person } from './person-store.ts'
import { type Client, findClient } from './store.ts'

/** People work in live mode. */
const isReviewingPerson = (person: Person | undefined, mode: Mode): boolean =>
  mode === 'live' && person !== undefined && !person.disabledAt && person.roles.includes('reviewer')

const isReviewingClient = (client: Client | undefined, mode: Mode): boolean =>
  client?.organisationId === operatorOrganisationId &&
  client.mode === mode &&
  client.scopes.includes('operations.reviewer')

/** Whether somebody with this id can review in this mode: a person by the roles of their last sign-in, or a client of the operator. */
export const isKnownReviewer = async (id: string, mode: Mode): Promise<boolean> => {
  const [person, client] = await Promise.all([findPersonById(id), findClient(id)])
  return isReviewingPerson(person, mode) || isReviewingClient(client, mode)
}
