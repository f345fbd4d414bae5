import { randomInt, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/identity.ts'
import { boolean, type JsonObject, number, object, text } from '../json.ts'
import { ServiceError, unsupportedAction } from '../service-call.ts'

export type Secrets = ReturnType<typeof hostSecrets>

interface Version {
  readonly id: string
  readonly value: string
  readonly createdAt: number
}

/** A label is of one version at a time; a version without any is deprecated, and can be read no more. */
const openVersions = (database: DatabaseSync) => {
  database.exec(
    `CREATE TABLE IF NOT EXISTS secretVersions
       (arn TEXT, id TEXT, value TEXT, createdAt INTEGER, PRIMARY KEY (arn, id));
     CREATE TABLE IF NOT EXISTS secretLabels (arn TEXT, label TEXT, id TEXT, PRIMARY KEY (arn, label))`,
  )
  const insert = database.prepare('INSERT INTO secretVersions VALUES (?, ?, ?, ?)')
  const label = database.prepare('INSERT OR REPLACE INTO secretLabels VALUES (?, ?, ?)')
  const unlabel = database.prepare('DELETE FROM secretLabels WHERE arn = ? AND label = ?')
  const labelled = database.prepare('SELECT id FROM secretLabels WHERE arn = ? AND label = ?')
  const select = database.prepare('SELECT id, value, createdAt FROM secretVersions WHERE arn = ? AND id = ?')
  const labels = database.prepare('SELECT label FROM secretLabels WHERE arn = ? AND id = ? ORDER BY label')

  const idOf = (arn: string, name: string): string | undefined =>
    (labelled.get(arn, name) as { id: string } | undefined)?.id
  const find = (arn: string, id: string): Version | undefined => select.get(arn, id) as Version | undefined

  return {
    idOf,
    find,
    labelsOf: (arn: string, id: string): string[] => labels.all(arn, id).map(row => String(row.label)),
    remove: (arn: string, name: string): void => void unlabel.run(arn, name),
    add: (arn: string, { id, value }: Pick<Version, 'id' | 'value'>): void => {
      database.exec('BEGIN')
      insert.run(arn, id, value, Date.now())
      const before = idOf(arn, 'AWSCURRENT')
      if (before !== undefined) label.run(arn, 'AWSPREVIOUS', before)
      label.run(arn, 'AWSCURRENT', id)
      database.exec('COMMIT')
    },
  }
}

const notFound = (what: string) =>
  new ServiceError('ResourceNotFoundException', `Secrets Manager can't find the specified ${what}.`)
const invalid = (why: string) => new ServiceError('InvalidParameterException', why)

const nameOf = (arn: string): string => (arn.split(':').at(-1) ?? '').replace(/-\w{6}$/, '')

export const hostSecrets = (resources: HostedResource[], database: DatabaseSync) => {
  const versions = openVersions(database)
  for (const { ref, properties } of resources)
    if (versions.idOf(ref, 'AWSCURRENT') === undefined)
      versions.add(ref, { id: randomUUID(), value: generate(object(properties.GenerateSecretString)) })
  const find = (id: string): string | undefined =>
    resources
      .map(({ ref }) => ref)
      .find(ref => ref === id || ref.replace(/-\w{6}$/, '') === id || nameOf(ref) === id)

  const answer = (arn: string, id: string) => ({
    ARN: arn,
    Name: nameOf(arn),
    VersionId: id,
    VersionStages: versions.labelsOf(arn, id),
  })

  const actions: Readonly<Record<string, (arn: string, body: JsonObject) => JsonObject>> = {
    GetSecretValue: (arn, { VersionStage }) => {
      const label = text(VersionStage) ?? 'AWSCURRENT'
      const id = versions.idOf(arn, label)
      const version = id === undefined ? undefined : versions.find(arn, id)
      if (version === undefined) throw notFound(`secret value for staging label: ${label}`)
      return {
        ...answer(arn, version.id),
        CreatedDate: version.createdAt / 1000,
        SecretString: version.value,
      }
    },
    PutSecretValue: (arn, { ClientRequestToken, SecretString, VersionStages }) => {
      const [id, value] = [text(ClientRequestToken) ?? '', text(SecretString) ?? '']
      if (id.length < 32 || id.length > 64) throw invalid('ClientRequestToken must have 32 to 64 characters.')
      if (value === '' || VersionStages !== undefined)
        throw invalid('A text without labels is expected here.')
      const known = versions.find(arn, id)
      if (known !== undefined && known.value !== value)
        throw new ServiceError(
          'ResourceExistsException',
          'A version with this id exists, and has another value.',
        )
      if (known === undefined) versions.add(arn, { id, value })
      return answer(arn, id)
    },
    UpdateSecretVersionStage: (arn, { VersionStage, MoveToVersionId, RemoveFromVersionId }) => {
      const [label, from] = [text(VersionStage) ?? '', text(RemoveFromVersionId)]
      if (label === 'AWSCURRENT' || MoveToVersionId !== undefined)
        throw invalid('A label is taken away here, and AWSCURRENT is not.')
      if (from === undefined || versions.idOf(arn, label) !== from)
        throw invalid(`The staging label ${label} is not attached to version ${from}.`)
      versions.remove(arn, label)
      return { ARN: arn, Name: nameOf(arn) }
    },
  }

  return {
    find,
    call: async (action: string, body: JsonObject) => {
      const perform = actions[action]
      if (!perform) throw unsupportedAction(action)
      const arn = find(text(body.SecretId) ?? '')
      if (arn === undefined) throw notFound('secret')
      return perform(arn, body)
    },
  }
}

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const generate = ({ PasswordLength }: JsonObject): string =>
  Array.from({ length: number(PasswordLength) ?? 32 }, () => lettersAndDigits[randomInt(62)]).join('')

export const secretProblems = ({ properties }: HostedResource): string[] => {
  const { ExcludePunctuation, PasswordLength, ...others } = object(properties.GenerateSecretString)
  return [
    ...(boolean(ExcludePunctuation) ? [] : ['only letters and digits are generated: set ExcludePunctuation']),
    ...Object.keys(others).map(name => `${name} of GenerateSecretString is not supported`),
  ]
}
