import { Role } from '../shared/account/contract.ts'
import type { Stage } from './stages.ts'

const isHttps = (url: string): boolean => /^https:\/\/[\w.-]+(:\d+)?(\/[^?#]*)?$/.test(url)

/** A host, and nothing behind it. */
const isOrigin = (url: string): boolean => /^https?:\/\/[\w.-]+(:\d+)?$/.test(url)

/** What is wrong with who signs people in at a stage, each in a sentence. */
const problemsOf = ({ people: { issuer, roles, url }, seed }: Stage): readonly string[] => [
  ...(issuer && !isHttps(issuer.url) && !seed
    ? [`people.issuer.url: "${issuer.url}" is no https address without a query.`]
    : []),
  ...(issuer?.clientId === '' ? ['people.issuer.clientId: the issuer knows us by a client id.'] : []),
  ...(issuer?.groupsClaim === ''
    ? ['people.issuer.groupsClaim: without the claim that lists groups nobody has a role.']
    : []),
  ...(Object.keys(roles).length === 0 ? ['people.roles: without a group nobody has a role.'] : []),
  ...Object.entries(roles)
    .filter(([, role]) => !Role.safeParse(role).success)
    .map(([group, role]) => `people.roles.${group}: "${role}" is none of ${Role.options.join(', ')}.`),
  ...(url !== null && !isOrigin(url)
    ? [`people.url: "${url}" is no address of a host, as in https://work.example.com.`]
    : []),
]

/** Refuses a stage at which nobody could sign in. @throws Error naming everything that is wrong */
export const refuseWrongPeople = (settings: Stage): void => {
  const problems = problemsOf(settings)
  if (problems.length > 0) throw new Error(`The stage ${settings.name}:\n${problems.join('\n')}`)
}
