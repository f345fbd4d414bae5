import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundle, lambdaBuild } from '../../../infra/constructs/bundle.ts'
import { entries } from '../../../infra/constructs/entries.ts'
import * as leftOut from '../../../infra/constructs/left-out.ts'
import { bundledOnce } from '../../support/bundled-once.ts'
import { scratchFolder } from '../synthesised.ts'

const root = join(import.meta.dirname, '../../..')
const functionsFolder = join(root, 'functions')
const bundles = bundledOnce()!
const codeOf = (folder: string) => readFileSync(join(folder, 'index.cjs'), 'utf8')
const kilobytes = ([, folder]: [string, string]) => statSync(join(folder, 'index.cjs')).size / 1024
/** What makes the SDK's clients. */
const clients = [
  ['shared/table/dynamodb.ts', 'dynamodb'],
  ['shared/aws/sqs.ts', 'sqs'],
  ['shared/aws/state-machine.ts', 'sfn'],
  ['shared/aws/ses.ts', 'ses'],
  ['shared/aws/sms.ts', 'sms'],
] as const
/** Every SDK client counts its attempts in this header. */
const usesSdk = (folder: string) => codeOf(folder).includes('amz-sdk-request')

describe('a function, as it is uploaded', () => {
  it('is one file that exports its handler and reads no environment on the way', () => {
    const files = [...bundles.values()].map(folder => join(folder, 'index.cjs'))
    for (const folder of bundles.values())
      expect(readdirSync(folder).filter(name => name !== 'site')).toEqual(['index.cjs'])
    const script = `console.log(JSON.stringify(process.argv.slice(1).map(file => typeof require(file).handler)))`
    const kinds = execFileSync(process.execPath, ['-e', script, ...files], { env: {}, encoding: 'utf8' })
    expect(JSON.parse(kinds)).toEqual(files.map(() => 'function'))
  })

  it('weighs at most 400 KB, unless it carries the public suffix list, the outlines of LGAs or the official server of tools', () => {
    /** A suffix of the first, whose the second are, and a word of the third. */
    const isExempt = (folder: string) => /kawasaki|geoBoundaries|modelcontextprotocol/.test(codeOf(folder))
    const heavy = [...bundles].filter(each => kilobytes(each) > 400)
    expect(heavy.filter(([, folder]) => !isExempt(folder)).map(([entry]) => entry)).toEqual([])
    expect(heavy).not.toEqual([])
  })

  it('carries no client of S3', () => {
    for (const [entry, folder] of bundles)
      expect(/GetObjectCommand|"S3Client"|ListObjectsV2/.test(codeOf(folder)), entry).toBe(false)
  })

  it('weighs at most 295,000 bytes if it creates an order, of which 15,000 are places and what they are called', () => {
    const order = ['api/addresses', bundles.get('api/addresses')!] as [string, string]
    expect(kilobytes(order)).toBeLessThanOrEqual(295_000 / 1024)
  })

  it('weighs at most 100 KB if it has nothing to do with AWS', () => {
    const plain = [...bundles].filter(([, folder]) => !usesSdk(folder))
    expect(plain.map(([entry]) => entry)).toContain('api/not-found')
    for (const each of plain) expect(kilobytes(each), each[0]).toBeLessThanOrEqual(100)
  })

  it('carries no way to sign in that Lambda never takes', () => {
    for (const [entry, folder] of bundles)
      expect(/AssumeRoleWith|AssumeRoleCommand|GetRoleCredentials/.test(codeOf(folder)), entry).toBe(false)
  })

  it('leaves out seven parts of the SDKs, and fails loudly where one is used after all', () => {
    expect(Object.keys(lambdaBuild.alias)).toEqual([
      '@aws-sdk/credential-provider-node',
      '@smithy/core/event-streams',
      '@smithy/signature-v4',
      '@smithy/node-http-handler',
      '@aws-sdk/endpoint-cache',
      '@smithy/core/checksum',
      '@modelcontextprotocol/server/_shims',
    ])
    expect(leftOut.defaultProvider).toThrow('Credentials from files')
    expect(leftOut.eventStreamSerdeProvider).toThrow('Events in streams')
    expect(leftOut.EventStreamSerde).toThrow('Events in streams')
    expect(leftOut.Sha256).toThrow('Digests of the SDK’s own are left out of the bundle')
    expect(leftOut.Md5).toThrow('Digests of the SDK’s own')
    expect(new leftOut.SignatureV4().sign).toThrow('Signatures of the SDK’s own are left out of the bundle')
    expect(leftOut.signatureV4aContainer).toEqual({})
    expect(() => leftOut.NodeHttpHandler.create(undefined)).toThrow('The SDK’s own connections')
    expect(leftOut.streamCollector).toThrow('Answers in streams')
    expect(new leftOut.EndpointCache().get).toThrow('Discovered endpoints')
    expect(new leftOut.EndpointCache().has).toThrow('Discovered endpoints')
    expect(new leftOut.DefaultJsonSchemaValidator().getValidator).toThrow('Validators of JSON Schema')
    expect(leftOut.process).toBe(process)
  })

  it('gives every SDK client credentials, a signer and connections, so that none needs what is left out', () => {
    // In a process of its own: clients are kept.
    const script = `
      const clients = await Promise.all([${clients.map(([file, name]) => `import('./${file}').then(({ ${name} }) => ${name}())`)}])
      const credentials = await Promise.all(clients.map(({ config }) => config.credentials()))
      const signers = await Promise.all(clients.map(({ config }) => config.signer()))
      const kinds = clients.map(({ config }, index) => [signers[index], config.requestHandler].map(each => each.constructor.name))
      console.log(JSON.stringify(credentials.map(({ accessKeyId }, index) => [accessKeyId, ...kinds[index]])))`
    const env = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'key-', AWS_SECRET_ACCESS_KEY: 's' }
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env })
    expect(JSON.parse(`${said}`)).toEqual(clients.map(() => ['key-', 'Object', 'Object']))
    const sources = globSync('{shared,functions}/**/*.ts', { cwd: join(functionsFolder, '..') })
    const made = sources.flatMap(
      file => readFileSync(join(functionsFolder, '..', file), 'utf8').match(/new \w+Client\(/g) ?? [],
    )
    expect(made).toHaveLength(clients.length)
  })

  it('uses no operation with events in streams', () => {
    const folder = join(import.meta.dirname, '../../../node_modules/@aws-sdk/')
    for (const name of ['dynamodb', 'sqs', 'sfn', 'sesv2', 'pinpoint-sms-voice-v2']) {
      const schemas = readFileSync(join(folder, `client-${name}`, 'dist-es/schemas/schemas_0.js'), 'utf8')
      expect(schemas, name).not.toContain('streaming')
    }
  })

  it('is the same, byte for byte, when it is bundled again', () => {
    const again = bundle(entries, { functionsFolder, outputFolder: scratchFolder('bundles') })
    for (const [entry, folder] of bundles)
      expect(codeOf(again.get(entry)!) === codeOf(folder), entry).toBe(true)
  })
})

describe('a list of functions', () => {
  it('of which some have no file is refused, naming all of these and no other', () => {
    const folder = scratchFolder('incomplete')
    mkdirSync(join(folder, 'api'), { recursive: true })
    writeFileSync(join(folder, 'api/there.ts'), 'export const handler = () => {}')
    const attempt = () =>
      bundle(['api/there', 'api/gone', 'admin/gone-too'], {
        functionsFolder: folder,
        outputFolder: scratchFolder('incomplete-out'),
      })
    expect(attempt).toThrow(
      'Functions without a file (2):\n  functions/api/gone.ts\n  functions/admin/gone-too.ts',
    )
  })
})
