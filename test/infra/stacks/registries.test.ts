import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import { type Synthesised, synthesised } from '../synthesised.ts'

interface RoleProperties {
  Policies: { PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] } }[]
}
interface FunctionProperties {
  FunctionName: string
  Environment: { Variables: Record<string, unknown> }
}

const baseUrl = 'https://nin.example'
const registries = { ...stages.dev.registries, nin: { baseUrl } }
const stage = await synthesised({ ...stages.dev, name: 'dev-connected', prefix: 'connected', registries })

/** The functions whose roles may read the credential, by their construct ids. */
const readers = () =>
  stage
    .of<RoleProperties>('AWS::IAM::Role')
    .filter(({ Properties }) =>
      JSON.stringify(Properties.Policies).includes('connected-registry-nin-credential'),
    )
    .map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''))
    .sort()

describe('a registry that is connected', () => {
  it('has a credential, which only what asks it may read', () => {
    const secrets = stage.of<{ Name: string }>('AWS::SecretsManager::Secret')
    expect(secrets.map(({ Properties }) => Properties.Name)).toContain('connected-registry-nin-credential')
    expect(secrets.filter(({ Properties }) => Properties.Name.includes('registry'))).toHaveLength(1)
    expect(readers()).toEqual([
      'ApiNgIdentitiesNinIdNumber',
      'ApiNgIdentitiesNinPremiumIdNumber',
      'LookupTryAgain',
    ])
  })

  it('is named to what asks it, and to nothing that asks another', () => {
    const named = stage
      .of<FunctionProperties>('AWS::Lambda::Function')
      .filter(({ Properties }) => JSON.stringify(Properties.Environment.Variables).includes(baseUrl))
      .map(({ Properties }) => Properties.FunctionName.replace('connected-', ''))
    expect(named.sort()).toEqual([
      'api-ng-identities-nin-id-number',
      'api-ng-identities-nin-premium-id-number',
      'api-operations-overview',
      'api-registries',
      'lookup-try-again',
    ])
  })
})

it('no stage but the local one’s is connected without its operator', () => {
  for (const { registries: unconnected } of Object.values(stages))
    for (const { baseUrl: url } of Object.values(unconnected)) expect(url).toBeNull()
})

describe('a registry that is disconnected', async () => {
  const { folder: connectedFolder } = stage
  const disconnected = await synthesised({ ...stages.dev, name: 'dev-disconnected', prefix: 'connected' })

  const templatesOf = ({ stackNames }: Synthesised, folder: string) =>
    stackNames.map(stack => readFileSync(join(folder, `${stack}.template.json`), 'utf8'))
  /** What a template reads of another stack, or that another reads of it. */
  const held = (templates: readonly string[]) =>
    templates.flatMap(text => [...text.matchAll(/"(Export|Fn::ImportValue)"/g)].map(([, key]) => key))
  const readIn = (templates: readonly string[]) =>
    templates.flatMap(text =>
      [...text.matchAll(/"Fn::GetStackOutput":\s*(\{[^}]*\})/g)].map(([, read]) => JSON.parse(read!)),
    )

  const before = templatesOf(stage, connectedFolder)
  const after = templatesOf(disconnected, disconnected.folder)

  it('takes its credential along, and nothing else changes its place', () => {
    const ids = ({ all }: Synthesised) => all.map(({ stack, id }) => `${stack} ${id}`)
    expect(ids(stage).filter(id => !ids(disconnected).includes(id))).toEqual([
      'connected-stateful RegistryNinCredential',
    ])
    expect(ids(disconnected).filter(id => !ids(stage).includes(id))).toEqual([])
  })

  it('is held by no other stack, whichever is deployed first', () => {
    expect(held([...before, ...after])).toEqual([])
    // While the stacks change one after the other, those of before stand beside those of after.
    const reads = [...readIn(before), ...readIn(after)]
    expect(reads.length).toBeGreaterThan(0)
    for (const templates of [before, after]) {
      const outputs = new Map(
        stage.stackNames.map((stack, index) => [stack, JSON.parse(templates[index]!).Outputs]),
      )
      for (const { StackName, OutputName } of reads)
        expect(outputs.get(StackName), `${StackName} ${OutputName}`).toHaveProperty(OutputName)
    }
  })
})
