import { entries } from '../../infra/constructs/entries.ts'
import { functionName } from '../../infra/constructs/names.ts'
import { matchesPattern } from '../../infra/constructs/wildcard.ts'
import type { HostedResource } from '../../infra/emulator/cloudformation/identity.ts'
import type { Plan } from '../../infra/emulator/cloudformation/plan.ts'
import { type Access, leadingKeyPatterns, senderIn } from '../../infra/emulator/iam/policy.ts'
import { type Json, type JsonObject, list, object, text, texts } from '../../infra/emulator/json.ts'
import { stages } from '../../infra/stages.ts'
import { ofTenants } from '../../shared/table/kind.ts'
import { kinds } from '../../shared/subject/kinds.ts'

/** The least that can be taken from a role: one action on one resource, of a table on the keys behind one wall. */
export interface Grant {
  /** The function's file below `functions/`; of another role its place in the stacks. */
  readonly holder: string
  readonly action: string
  readonly resource: string
  /** By its name in `walls`; absent where any key will do. */
  readonly wall?: string
  readonly patterns?: readonly string[]
  readonly sender?: string
}

interface Wall {
  readonly wall?: string
  readonly patterns?: readonly string[]
}

/** By the first of the kinds that lie behind it. */
const walls: readonly Required<Wall>[] = [
  { wall: 'tenants', patterns: ofTenants('*') },
  ...kinds.flatMap(kind => ('writable' in kind ? [{ wall: kind.name, patterns: kind.writable }] : [])),
].filter(({ patterns }, index, all) => all.findIndex(each => `${each.patterns}` === `${patterns}`) === index)

/** The walls that a condition is made of; a pattern of none stands for itself. */
const wallsIn = (patterns: readonly string[] | undefined): readonly Wall[] => {
  if (patterns === undefined) return [{}]
  const named = walls.filter(wall => wall.patterns.every(pattern => patterns.includes(pattern)))
  const known = new Set(named.flatMap(wall => wall.patterns))
  const others = patterns.filter(pattern => !known.has(pattern))
  return [...named, ...others.map(pattern => ({ wall: pattern, patterns: [pattern] }))]
}

const grantsIn = (holder: string, { Action, Resource, Condition }: JsonObject): Grant[] => {
  const sender = senderIn(Condition)
  return texts(Action).flatMap(action =>
    texts(Resource).flatMap(resource =>
      wallsIn(leadingKeyPatterns(Condition)).map(wall => ({
        holder,
        action,
        resource,
        ...wall,
        ...(sender !== undefined && { sender }),
      })),
    ),
  )
}

const entryOf = new Map(entries.map(entry => [functionName(stages.local, entry), entry as string]))
/** What a function of this name is called here. */
export const holderOf = (name: string): string => entryOf.get(name) ?? name

const holderOfRole = (role: HostedResource, plan: Plan): string => {
  const arn = role.attribute('Arn')
  const own = plan.ofType('AWS::Lambda::Function').find(({ properties }) => properties.Role === arn)
  return own === undefined ? role.path.split('/').slice(1, -2).join('/') : holderOf(own.ref)
}

const statementsOf = ({ properties }: HostedResource): JsonObject[] =>
  list(properties.Policies).flatMap((policy): JsonObject[] => {
    const document: Json | undefined = object(policy).PolicyDocument
    return list(object(document).Statement).map(object)
  })

/** What every role of an emulator allows, by the role's ARN. */
export const grantsOf = (plan: Plan): ReadonlyMap<string, readonly Grant[]> =>
  new Map(
    plan.ofType('AWS::IAM::Role').map(role => {
      const holder = holderOfRole(role, plan)
      return [role.attribute('Arn'), statementsOf(role).flatMap(each => grantsIn(holder, each))] as const
    }),
  )

/** The functions of an emulator. */
export const functionsOf = (plan: Plan): readonly string[] =>
  plan.ofType('AWS::Lambda::Function').map(({ ref }) => holderOf(text(ref) ?? ''))

/** Without what an action or this account says already: `table/verification-local-data`. */
const shortened = (arn: string): string => arn.replace(/^arn:aws:[\w-]*:[\w-]*:\d*:/, '')

export const wordsOf = ({ action, resource }: Pick<Access, 'action' | 'resource'>): string =>
  `${action} on ${shortened(resource)}`

/** One line that no other grant has: `api/token: dynamodb:PutItem on table/verification-local-data, keys of token`. */
export const nameOf = (grant: Grant): string =>
  `${grant.holder}: ${wordsOf(grant)}${grant.wall === undefined ? '' : `, keys of ${grant.wall}`}`

/** Whether a grant is good for an access as far as one of its keys goes. */
export const allows = (
  { action, resource, patterns, sender }: Grant,
  asked: Pick<Access, 'action' | 'resource' | 'fromAddress'>,
  key: string | undefined,
): boolean =>
  action.toLowerCase() === asked.action.toLowerCase() &&
  matchesPattern(resource, asked.resource) &&
  (sender === undefined || sender === asked.fromAddress) &&
  (patterns === undefined || key === undefined || patterns.some(pattern => matchesPattern(pattern, key)))
