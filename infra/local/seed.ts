import type { Scope } from '../../shared/account/contract.ts'
import { scopes } from '../../shared/scopes.ts'
import type { Mode } from '../../shared/table/tenant.ts'
import type { Emulator } from '../emulator/emulator.ts'
import { addPerson, type NewPerson, userPoolOf } from './people.ts'

export interface SeededClient {
  readonly clientId: string
  readonly organisationId: number
  readonly mode: Mode
  readonly scopes: readonly Scope[]
}

const isOperations = (scope: Scope): boolean => scope.startsWith('operations.')
const customer = scopes.filter(scope => !isOperations(scope))

/** Who can sign in on the laptop, and the group of the pool that says what they are. */
export const seededPeople: readonly NewPerson[] = [
  { personId: 'agent-1', group: 'agent' },
  { personId: 'agent-2', group: 'agent' },
  { personId: 'reviewer-1', group: 'reviewer' },
  { personId: 'reviewer-2', group: 'reviewer' },
  { personId: 'operator-1', group: 'operator' },
]

const organisations = [
  { id: 1, name: 'Local organisation' },
  { id: 2, name: 'Other organisation' },
]

/** The clients that scripts and documents can rely on, on the laptop alone. A secret is the id and `-secret`. */
export const seededClients: readonly SeededClient[] = [
  { clientId: 'local-test', organisationId: 1, mode: 'test', scopes: customer },
  { clientId: 'local-live', organisationId: 1, mode: 'live', scopes: customer },
  { clientId: 'local-agent', organisationId: 1, mode: 'live', scopes: ['operations.agent'] },
  { clientId: 'local-reviewer', organisationId: 1, mode: 'live', scopes: ['operations.reviewer'] },
  {
    clientId: 'live-operations',
    organisationId: 1,
    mode: 'live',
    scopes: ['operations.agent', 'operations.reviewer', 'operations.operator'],
  },
  { clientId: 'other-test', organisationId: 2, mode: 'test', scopes: customer },
]

export const secretOf = (clientId: string): string => `${clientId}-secret`

/** Runs a command of the administer function; what was seeded by an earlier start is there already. */
const unlessThere = async (
  administer: (command: object) => Promise<unknown>,
  command: object,
): Promise<void> => {
  try {
    await administer(command)
  } catch (error) {
    if (!/exists/.test((error as Error).message)) throw error
  }
}

/** Makes the local organisations, clients and people, as an operator would: through the administer function and the pool. */
export const seed = async (region: Emulator): Promise<void> => {
  const administer = (command: object) => region.invoke(region.outputs.AdministerFunction!, command)
  for (const organisation of organisations)
    await unlessThere(administer, { command: 'createOrganisation', ...organisation })
  for (const client of seededClients)
    await unlessThere(administer, { command: 'createClient', ...client, secret: secretOf(client.clientId) })
  const userPool = userPoolOf(region)
  if (userPool) for (const person of seededPeople) await addPerson(userPool, person)
}
