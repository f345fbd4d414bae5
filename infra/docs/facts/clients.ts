import { tokenSeconds } from '../../../shared/account/credential.ts'
import { routes } from '../../../shared/routes.ts'
import { scopes } from '../../../shared/scopes.ts'
import { secretOf, seededClients } from '../../local/seed.ts'
import type { Stage } from '../../stages.ts'
import { inlineCode, formatSeconds, markdownTable } from './table.ts'

const usedFor = (scope: string): string =>
  Object.values(routes)
    .filter(({ access }) => ([] as string[]).concat(access as string[]).includes(scope))
    .map(({ method, path }) => inlineCode(`${method} ${path}`))
    .join(', ')

const scopeTable = (): string =>
  markdownTable(
    ['scope', 'opens'],
    scopes
      .filter(scope => !scope.startsWith('operations.'))
      .map(scope => [inlineCode(scope), usedFor(scope)]),
  )

const credentialLines = ({ seed }: Stage): string =>
  seed
    ? `CLIENT_ID=local-test\nSECRET=${secretOf('local-test')}`
    : 'CLIENT_ID=test-…       # what your operator gave you\nSECRET=…'

const clientTable = ({ seed }: Stage): string =>
  seed
    ? markdownTable(
        ['clientId', 'secret', 'mode', 'organisation'],
        seededClients.map(({ clientId, mode, organisationId }) => [
          inlineCode(clientId),
          inlineCode(secretOf(clientId)),
          mode,
          `${organisationId}`,
        ]),
      )
    : 'Your operator gives you a client id and a secret for test mode, and another pair for live mode.'

/** As whom an integrator calls. */
export const clientFacts = (settings: Stage) => ({
  credentials: credentialLines(settings),
  clients: clientTable(settings),
  tokenLifetime: formatSeconds(tokenSeconds),
  scopes: scopeTable(),
})
