import { docsPath, firstOrder, listenCommand } from './next-steps.ts'
import { secretOf, seededClients, seededPeople } from './seed.ts'

const credentials = (): string[] =>
  seededClients.map(({ clientId, mode, organisationId }) => {
    const pair = `${clientId} / ${secretOf(clientId)}`
    return `  ${pair.padEnd(40)} ${mode} mode, organisation ${organisationId}`
  })

const peopleWho = (group: string): string =>
  seededPeople
    .filter(person => person.group === group)
    .map(({ personId }) => personId)
    .join(', ')

/** Whose page is where, and who may sign in there. */
const pages = [
  ['/v1/work', `visits: sign in as ${peopleWho('agent')}`],
  ['/v1/desk', `review and overview: sign in as ${peopleWho('reviewer')}, ${peopleWho('operator')}`],
  ['/v1/portal', 'what integrators were sent, and why it failed: sign in with a client’s id and secret'],
] as const

const indented = (text: string): string => text.replace(/^/gm, '  ')

/** What `npm start` prints when the service is ready: where, what to read, as whom, and last what to do next. */
export const welcome = (url: string, simulatorUrl: string, outboxFolder: string): string =>
  [
    `ready ${url}`,
    '',
    `  ${url}/  credentials, events and deliveries as a page`,
    `  ${url}${docsPath}  the docs`,
    ...pages.map(([path, who]) => `  ${url}${path}  ${who}`),
    `  ${simulatorUrl}/control  the registries of live mode: GET shows, POST sets how they behave`,
    `  ${outboxFolder}  messages to applicants and employers, a file each`,
    '',
    'credentials (clientId / secret):',
    ...credentials(),
    '',
    'next: have every event sent to a receiver of yours, from another terminal',
    indented(listenCommand(url)),
    '',
    'and order an address verification; its simulated agent decides after 5 seconds',
    indented(firstOrder(url)),
    '',
  ].join('\n')
