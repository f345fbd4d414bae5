/** Hosts the synthesised stage `local` on MiniStack, unchanged but for what it cannot read. */
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { secretOf, seededClients } from '../../infra/local/seed.ts'
import { stages } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'
import { eventually } from '../support/eventually.ts'

export interface MiniStack extends AsyncDisposable {
  readonly pid: number
  /** Of the HTTP API. */
  readonly url: string
}

type Json = Record<string, unknown>

const port = 24_000 + (process.pid % 1000)
const gateway = `http://127.0.0.1:${port}`
const bucket = 'assets'
const stacks = ['stateful', 'platform', 'verification', 'identity', 'webhook', 'outbox']

/** It asks which service is meant, and never whether the signature is right. */
const authorization = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
})

const cloudFormation = async (parameters: Record<string, string>): Promise<string> => {
  const body = new URLSearchParams({ Version: '2010-05-15', ...parameters })
  const answer = await fetch(gateway, { method: 'POST', headers: authorization('cloudformation'), body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text.slice(0, 500))
  return text
}

const invoke = async (name: string, payload: object): Promise<void> => {
  const answer = await fetch(`${gateway}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    headers: authorization('lambda'),
    body: JSON.stringify(payload),
  })
  const text = await answer.text()
  if (!answer.ok || answer.headers.has('x-amz-function-error')) throw new Error(text)
}

/** Its runtime looks for `index.js`; ours is `.cjs`, which says the same without a package.json around it. */
const zip = (python: string, folder: string, scratch: string): string => {
  const packed = mkdtempSync(join(scratch, 'asset-'))
  copyFileSync(join(folder, 'index.cjs'), join(packed, 'index.js'))
  execFileSync(python, ['-m', 'zipfile', '-c', 'code.zip', 'index.js'], { cwd: packed })
  return join(packed, 'code.zip')
}

/** It answers the `Ref` of a secret with its name, where CloudFormation answers the ARN. */
const readable = (template: Json): Json => {
  const resources = template.Resources as Record<string, { Type: string }>
  const isSecret = (id: unknown) => resources[String(id)]?.Type === 'AWS::SecretsManager::Secret'
  return JSON.parse(JSON.stringify(template), (_key, value) =>
    isSecret(value?.Ref) ? { 'Fn::GetAtt': [value.Ref, 'Id'] } : value,
  ) as Json
}

/** Puts the code of one stack where its template looks for it. */
const upload = async (s3: S3Client, python: string, assembly: string, name: string, scratch: string) => {
  const manifest = readFileSync(join(assembly, `${name}.assets.json`), 'utf8')
  const named = manifest
    .replaceAll(/\$\{AWS::AccountId\}/g, '000000000000')
    .replaceAll(/\$\{AWS::Region\}/g, 'us-east-1')
  const files = JSON.parse(named).files as Record<string, { source: { path: string }; destinations: Json }>
  for (const { source, destinations } of Object.values(files)) {
    const path = join(assembly, source.path)
    const Body = readFileSync(statSync(path).isDirectory() ? zip(python, path, scratch) : path)
    for (const { bucketName: Bucket, objectKey: Key } of Object.values(destinations) as Record<
      string,
      string
    >[]) {
      await s3.send(new CreateBucketCommand({ Bucket })).catch(() => {})
      await s3.send(new PutObjectCommand({ Bucket, Key, Body }))
    }
  }
}

const deploy = async (s3: S3Client, assembly: string, name: string): Promise<string> => {
  const template = JSON.parse(readFileSync(join(assembly, `${name}.template.json`), 'utf8')) as Json
  const { Rules: _rules, Parameters: _parameters, ...kept } = readable(template)
  const Key = `${name}.json`
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: JSON.stringify(kept) }))
  const capability = { 'Capabilities.member.1': 'CAPABILITY_NAMED_IAM' }
  const TemplateURL = `${gateway}/${bucket}/${Key}`
  await cloudFormation({ Action: 'CreateStack', StackName: name, TemplateURL, ...capability })
  return eventually(
    async () => {
      const described = await cloudFormation({ Action: 'DescribeStacks', StackName: name })
      if (/ROLLBACK|FAILED/.test(described)) throw new Error(described.slice(0, 1000))
      return described.includes('CREATE_COMPLETE') && described
    },
    name,
    300,
  )
}

const seed = async (administer: string): Promise<void> => {
  const client = seededClients.find(({ clientId }) => clientId === 'local-test')!
  await invoke(administer, { command: 'createOrganisation', id: client.organisationId, name: 'Bench' })
  await invoke(administer, { command: 'createClient', ...client, secret: secretOf(client.clientId) })
}

const start = async (python: string, scratch: string) => {
  // Its functions are `.js` files below this folder, and CommonJS.
  writeFileSync(join(scratch, 'package.json'), '{}')
  const child = spawn(python, ['-m', 'ministack'], {
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: scratch,
      TMPDIR: scratch,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: `${port}`,
    },
    stdio: 'ignore',
  })
  const isUp = () =>
    fetch(`${gateway}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(isUp, 'MiniStack')
  return child
}

/** `python` is an interpreter that finds the packages ministack (1.5.33) and cryptography. IAM is left off. */
export const startMiniStack = async (python: string): Promise<MiniStack> => {
  const scratch = mkdtempSync(join(tmpdir(), 'ministack-'))
  mkdirSync(join(scratch, 'out'))
  const child = await start(python, scratch)
  const s3 = new S3Client({
    endpoint: gateway,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  const assembly = synthesise(stages.local, join(scratch, 'out'))
  let described = ''
  for (const stack of stacks) {
    const name = `${stages.local.prefix}-${stack}`
    await upload(s3, python, assembly, name, scratch)
    described += await deploy(s3, assembly, name)
  }
  await seed(`${stages.local.prefix}-admin-administer`)
  const api = /ApiId<\/OutputKey>\s*<OutputValue>(\w+)/.exec(described)?.[1]
  return {
    pid: child.pid!,
    url: `${gateway}/_aws/execute-api/${api}/$default`,
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
