import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundle, leftOut } from '../../infra/constructs/bundle.ts'
import { entries } from '../../infra/entries.ts'
import { scratchFolder } from './synthesised.ts'

const root = new URL('../..', import.meta.url).pathname
const functionsFolder = join(root, 'functions')
const bundles = bundle(entries, { functionsFolder, outputFolder: scratchFolder('bundles') })
const codeOf = (folder: string) => readFileSync(join(folder, 'index.cjs'), 'utf8')
const kilobytes = ([, folder]: [string, string]) => statSync(join(folder, 'index.cjs')).size / 1024
/** Every SDK client counts its attempts in this header. */
const usesSdk = (folder: string) => codeOf(folder).includes('amz-sdk-request')

describe('a function, as it is uploaded', () => {
  it('is one file that exports its handler and reads no environment on the way', () => {
    const files = [...bundles.values()].map(folder => join(folder, 'index.cjs'))
    for (const folder of bundles.values()) expect(readdirSync(folder)).toEqual(['index.cjs'])
    const script = `console.log(JSON.stringify(process.argv.slice(1).map(file => typeof require(file).handler)))`
    const kinds = execFileSync(process.execPath, ['-e', script, ...files], { env: {}, encoding: 'utf8' })
    expect(JSON.parse(kinds)).toEqual(files.map(() => 'function'))
  })

  it('weighs at most 400 KB, where strangers name an employer 500, and administration 420', () => {
    // Whose domain an address is of says the public suffix list, which is 130 KB of it.
    const limits: Record<string, number> = {
      'admin/administer': 420,
      'api/operations/assignments/id': 500,
      'pages/attest/token': 500,
    }
    for (const each of bundles) expect(kilobytes(each), each[0]).toBeLessThanOrEqual(limits[each[0]] ?? 400)
  })

  it('leaves out of the SDK at most three parts, which no function reaches', () => {
    expect(Object.keys(leftOut)).toEqual(['@aws-sdk/credential-provider-node', '@smithy/core/event-streams'])
    const sources = globSync('{shared,functions}/**/*.ts', { cwd: root }).map(file =>
      readFileSync(join(root, file), 'utf8'),
    )
    const clients = sources.flatMap(text => text.match(/new \w+Client\((?!\))[^;]*?\n/g) ?? [])
    const creations = sources
      .join('\n')
      .match(/new (DynamoDB|SQS|SFN)Client\(\s*\{?\s*(\.\.\.)?clientOptions\(/g)
    // Each client states its credentials, so that none searches for them.
    expect(creations).toHaveLength(clients.length)
    // Events are streamed by these operations of services that we do not call.
    expect(sources.filter(text => /EventStream|TranscribeStreaming|SubscribeToShard/.test(text))).toEqual([])
  })

  it('carries no client of S3', () => {
    for (const [entry, folder] of bundles)
      expect(/GetObjectCommand|"S3Client"|ListObjectsV2/.test(codeOf(folder)), entry).toBe(false)
  })

  it('weighs at most 61 KB if it has nothing to do with AWS', () => {
    const plain = [...bundles].filter(([, folder]) => !usesSdk(folder))
    expect(plain.map(([entry]) => entry)).toContain('api/not-found')
    // The way to the issuer carries the OpenID client.
    const limits: Record<string, number> = { 'pages/session/sign-in': 70 }
    const limit = (entry: string) => limits[entry] ?? 61
    for (const each of plain) expect(kilobytes(each), each[0]).toBeLessThanOrEqual(limit(each[0]))
  })

  it('carries no way to sign in that Lambda never takes', () => {
    for (const [entry, folder] of bundles)
      expect(/AssumeRoleWith|AssumeRoleCommand|GetRoleCredentials/.test(codeOf(folder)), entry).toBe(false)
  })

  it('is the same, byte for byte, when it is bundled again', () => {
    const again = bundle(entries, { functionsFolder, outputFolder: scratchFolder('again') })
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
