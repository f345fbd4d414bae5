import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { physicalName } from '../constructs/names.ts'
import { stacks } from '../stacks/names.ts'
import type { StageSettings } from '../stage-settings.ts'

interface Resource {
  readonly Type: string
  readonly DeletionPolicy?: string
  readonly Properties?: Readonly<Record<string, unknown>>
}

/** What of a kept resource is its name, which nothing else can have as long as it is there. */
const names = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::Cognito::UserPoolDomain': 'Domain',
} as const
export type KeptType = keyof typeof names

export interface AccountRegion {
  readonly account: string
  readonly region: string
}

export interface StageNeeds {
  /** The version of the bootstrap stack that the templates ask for. */
  readonly bootstrapVersion: number
  readonly routes: number
  /** Copies of functions that these stacks reserve. */
  reservedBy(stackNames: readonly string[]): number
  /** What these stacks make and leave behind when they are removed, by name. */
  keptBy(stackNames: readonly string[], type: KeptType, accountRegion: AccountRegion): readonly string[]
}

const nameIn = (value: unknown, { account, region }: AccountRegion): string =>
  JSON.stringify(value)
    .replaceAll('{"Ref":"AWS::AccountId"}', `"${account}"`)
    .replaceAll('{"Ref":"AWS::Region"}', `"${region}"`)
    .replace(/^\{"Fn::Join":\["",(\[.*\])\]\}$/, '$1')
    .replaceAll(/[[\]",]/g, '')

/** @param folder of the synthesised stage */
export const readNeeds = (settings: StageSettings, folder: string): StageNeeds => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const resources = stacks.flatMap(stack => {
    const name = physicalName(settings, stack)
    const { Resources } = read(`${name}.template.json`) as { Resources: Record<string, Resource> }
    return Object.values(Resources).map(({ Properties = {}, ...each }) => ({
      ...each,
      Properties,
      stack: name,
    }))
  })
  const { artifacts } = read('manifest.json') as {
    artifacts: Record<string, { readonly properties?: { readonly requiresBootstrapStackVersion?: number } }>
  }
  const versions = Object.values(artifacts).map(
    ({ properties }) => properties?.requiresBootstrapStackVersion ?? 0,
  )
  const madeBy = (stackNames: readonly string[]) =>
    resources.filter(({ stack }) => stackNames.includes(stack))
  return {
    bootstrapVersion: Math.max(...versions),
    routes: resources.filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route').length,
    reservedBy: stackNames =>
      madeBy(stackNames).reduce(
        (sum, { Properties }) => sum + Number(Properties.ReservedConcurrentExecutions ?? 0),
        0,
      ),
    keptBy: (stackNames, type, accountRegion) =>
      madeBy(stackNames)
        .filter(({ Type, DeletionPolicy = '' }) => Type === type && DeletionPolicy.startsWith('Retain'))
        .map(({ Properties }) => nameIn(Properties[names[type]], accountRegion)),
  }
}
