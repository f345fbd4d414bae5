import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** The rooms of `shared`, a noun each: a room imports only rooms that stand before it. */
const rooms = [
  'aws',
  'watching',
  'table',
  'account',
  'http',
  'place',
  'trail',
  'consent',
  'ledger',
  'identity',
  'verification',
  'fieldwork',
  'event',
  'webhook',
  'trust',
  'outbox',
  'overview',
  'sandbox',
  'portal',
]

/** Which noun the functions of a folder or file wake up for. */
const nounOfFunctions: Readonly<Record<string, string>> = {
  'api/addresses/id/receipt': 'trust',
  'api/employments/id/receipt': 'trust',
  'api/identities/id/receipt': 'trust',
  'api/jwks-json': 'trust',
  'api/addresses/id/report': 'trust',
  'api/employments/id/report': 'trust',
  'api/addresses/id/dispute': 'fieldwork',
  'api/addresses/id/revisions': 'fieldwork',
  'api/employments/id/dispute': 'fieldwork',
  'api/employments/id/revisions': 'fieldwork',
  'api/identities/id/report': 'trust',
  'api/addresses': 'verification',
  'api/employments': 'verification',
  'api/events': 'event',
  'api/file': 'fieldwork',
  'api/charges': 'portal',
  'api/health': 'http',
  'api/identities': 'identity',
  'api/ke': 'identity',
  'api/locations': 'place',
  'api/operations/overview': 'overview',
  'api/operations/stuck': 'overview',
  'api/operations': 'fieldwork',
  'api/ng': 'identity',
  'api/not-found': 'http',
  'api/openapi-json': 'http',
  'api/registries': 'identity',
  'api/portal': 'portal',
  'api/requests': 'portal',
  'api/sandbox/verifications': 'fieldwork',
  'api/sandbox': 'sandbox',
  'api/session': 'account',
  'api/token': 'account',
  'api/webhooks': 'webhook',
  'admin/erase': 'trust',
  'admin/trail-log': 'trust',
  'admin/export': 'trust',
  'admin/named': 'trust',
  admin: 'account',
  completion: 'fieldwork',
  dispatch: 'webhook',
  evidence: 'fieldwork',
  lookup: 'identity',
  message: 'fieldwork',
  outbox: 'outbox',
  'pages/applicant': 'fieldwork',
  'pages/links': 'fieldwork',
  'pages/session': 'account',
  'pages/attest': 'fieldwork',
  'pages/documents': 'fieldwork',
  pages: 'http',
  sandbox: 'fieldwork',
  trust: 'trust',
}

interface Import {
  readonly file: string
  readonly target: string
  readonly isType: boolean
}

const files = globSync('{shared,functions,infra,test}/**/*.{ts,tsx}', { cwd: root }).sort()
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
/** The code alone: comments may speak of clocks and keys. */
const codeOf = (file: string): string => textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const importsOf = (file: string): Import[] =>
  [
    ...textOf(file).matchAll(/^(import type|import|export)\b[^'"]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm),
  ].map(([, kind, from, dynamic]) => {
    const target = from ?? dynamic!
    const path = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target
    return { file, target: path, isType: kind === 'import type' }
  })

const imports = files.flatMap(importsOf)
const isOurs = (path: string): boolean => /^(shared|functions|infra|test)\//.test(path)
const ours = imports.filter(({ target }) => isOurs(target))
const isIn =
  (...places: string[]) =>
  (path: string): boolean =>
    places.some(place => path.startsWith(`${place}/`))

/** The room of a file of `shared`; '' for what stands above them all: the routes and the document. */
const roomOf = (path: string): string => {
  const [, room = ''] = path.split('/')
  return room.endsWith('.ts') || room === 'openapi' ? '' : room
}
const rankOf = (path: string): number => {
  const rank = rooms.indexOf(roomOf(path))
  return rank < 0 ? rooms.length : rank
}

const nounOf = (path: string): string | undefined => {
  if (path.startsWith('shared/')) return roomOf(path)
  const key = Object.keys(nounOfFunctions).find(each => {
    const place = `functions/${each}`
    return path === `${place}.ts` || path.startsWith(`${place}/`)
  })
  return key && nounOfFunctions[key]
}

describe('the rooms of shared', () => {
  const shared = files.filter(isIn('shared'))

  it('are the ones in the list', () => {
    const found = new Set(shared.map(roomOf).filter(room => room !== ''))
    expect([...found].sort()).toEqual([...rooms].sort())
  })

  it('import only rooms that stand before them', () => {
    const wrong = ours.filter(
      ({ file, target }) =>
        isIn('shared')(file) && (!isIn('shared')(target) || rankOf(target) > rankOf(file)),
    )
    expect(wrong).toEqual([])
  })

  // The ledger is written by whoever charges, in the write that charges: each of them knows it.
  it('keep at least 54 % of the imports of shared and functions inside a noun', () => {
    // The routes, the document, and what proves, reports or erases all that is kept of somebody stand above the nouns: to
    // read all of them is their purpose.
    // What runs in a browser knows the API and no noun.
    const counted = ours.filter(
      ({ file }) =>
        isIn('shared', 'functions')(file) &&
        !isIn('functions/pages/web')(file) &&
        !['', 'trust'].includes(nounOf(file) ?? 'unknown'),
    )
    expect(counted.filter(({ file }) => nounOf(file) === undefined)).toEqual([])
    const inside = counted.filter(({ file, target }) => nounOf(file) === nounOf(target))
    const share = inside.length / counted.length
    console.info(
      `${inside.length} of ${counted.length} imports stay inside a noun: ${(share * 100).toFixed(1)} %`,
    )
    expect(share).toBeGreaterThanOrEqual(0.54)
  })
})

describe('the kinds of file in a room', () => {
  const isContract = (path: string): boolean =>
    isIn('shared')(path) && /(^|\/)contract\/|(^|\/)([\w-]+-)?contract\.ts$/.test(path)
  const isRoutes = (path: string): boolean => isIn('shared')(path) && /(^|-|\/)routes\.ts$/.test(path)
  const isStore = (path: string): boolean => /store\.ts$/.test(path)

  /** What a product is: its promises with the rules that belong to them. */
  const isDefinition = (path: string): boolean => /^shared\/identity\/product(s\.ts$|\/)/.test(path)

  it('contracts import zod, contracts and definitions of products', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        isContract(file) &&
        !isRoutes(file) &&
        !isContract(target) &&
        !isDefinition(target) &&
        target !== 'zod/mini',
    )
    expect(wrong).toEqual([])
  })

  it('the table is for stores alone: its driver, its verbs and its keys', () => {
    const isTable = (path: string): boolean =>
      /^shared\/table\/(driver|driver-read|driver-write|expression|keys|port)\.ts$/.test(path)
    const wrong = ours.filter(
      ({ file, target }) =>
        isIn('shared', 'functions')(file) && isTable(target) && !isStore(file) && roomOf(file) !== 'table',
    )
    expect(wrong).toEqual([])
  })

  /** Files that neither promise nor store, and yet await, read a clock or draw lots. All others are plain rules. */
  const acting: readonly string[] = [
    'shared/account/credential.ts',
    'shared/account/find-caller.ts',
    'shared/account/find-person.ts',
    'shared/account/issuer.ts',
    'shared/account/create-session.ts',
    'shared/account/portal.ts',
    'shared/account/sign-in.ts',
    'shared/event/body.ts',
    'shared/event/find-publication.ts',
    'shared/event/stored-events.ts',
    'shared/assignment/access.ts',
    'shared/employer/attestation/answer.ts',
    'shared/employer/attestation/attest-page.ts',
    'shared/employer/attestation/case.ts',
    'shared/employer/attestation/filing.ts',
    'shared/work/claim.ts',
    'shared/employer/contact/attempts.ts',
    'shared/employer/documents/documents.ts',
    'shared/employer/contact/links.ts',
    'shared/employer/documents/accept-document.ts',
    'shared/dispute/actions.ts',
    'shared/dispute/applicant.ts',
    'shared/dispute/conclude.ts',
    'shared/dispute/raise.ts',
    'shared/assignment/end-verification.ts',
    'shared/evidence/applicant-photos.ts',
    'shared/evidence/reencode.ts',
    'shared/evidence/record-photos.ts',
    'shared/evidence/visible-slot.ts',
    'shared/evidence/accept-photo.ts',
    'shared/work/file-report.ts',
    'shared/trust/retained-work.ts',
    'shared/link/applicant.ts',
    'shared/link/resolve.ts',
    'shared/link/form-page.ts',
    'shared/link/message/send.ts',
    'shared/work/pace.ts',
    'shared/evidence/photo-url.ts',
    'shared/work/property.ts',
    'shared/work/review.ts',
    'shared/sandbox/agent/capture.ts',
    'shared/sandbox/agent/move-clock.ts',
    'shared/sandbox/agent/sample.ts',
    'shared/sandbox/agent/visit.ts',
    'shared/evidence/visit/assemble-visit.ts',
    'shared/assignment/workflow.ts',
    'shared/http/authenticate-worker.ts',
    'shared/http/authenticate.ts',
    'shared/http/form-file.ts',
    'shared/http/idempotency.ts',
    'shared/http/limit-requests.ts',
    'shared/http/rate-limit.ts',
    'shared/http/serve.ts',
    'shared/http/wrong-secret.ts',
    'shared/identity/conclude-lookup.ts',
    'shared/identity/find-lookup.ts',
    'shared/identity/free-id.ts',
    'shared/identity/unmatched-limit.ts',
    'shared/identity/late/accept.ts',
    'shared/identity/late/conclude.ts',
    'shared/identity/late/move-clock.ts',
    'shared/identity/late/decrypt.ts',
    'shared/identity/late/sample.ts',
    'shared/identity/late/retry.ts',
    'shared/identity/perform-lookup.ts',
    'shared/identity/registry/circuit-breaker.ts',
    'shared/identity/registry/post-json.ts',
    'shared/identity/registry/health.ts',
    'shared/identity/registry/http-registry.ts',
    'shared/identity/registry/registries.ts',
    'shared/identity/registry/sandbox-registry.ts',
    'shared/identity/registry/metered.ts',
    'shared/identity/reserve.ts',
    'shared/identity/digest-id-number.ts',
    'shared/ledger/charges.ts',
    'shared/ledger/recount.ts',
    'shared/outbox/subscribers.ts',
    'shared/outbox/perform.ts',
    'shared/outbox/reconcile.ts',
    'shared/overview/find-stuck.ts',
    'shared/overview/repair.ts',
    'shared/overview/overview.ts',
    'shared/overview/concurrency.ts',
    'shared/portal/response.ts',
    'shared/sandbox/clock.ts',
    'shared/sandbox/sample.ts',
    'shared/trust/erasure.ts',
    'shared/trust/erasures.ts',
    'shared/trust/export-files.ts',
    'shared/trust/export.ts',
    'shared/trust/ledger-check.ts',
    'shared/trust/receipt/actions.ts',
    'shared/trust/receipt/lookup-receipt.ts',
    'shared/trust/receipt/published.ts',
    'shared/trust/receipt/rotation.ts',
    'shared/trust/receipt/encrypted-key.ts',
    'shared/trust/receipt/signing.ts',
    'shared/trust/receipt/verification-receipt.ts',
    'shared/trust/record.ts',
    'shared/trust/report/read-address.ts',
    'shared/trust/report/read-employment.ts',
    'shared/trust/report/read-photos.ts',
    'shared/trust/subject.ts',
    'shared/trust/trail-log/check.ts',
    'shared/trust/trail-log/close-hours.ts',
    'shared/trust/trail-log/inclusion.ts',
    'shared/trust/trail-log/log.ts',
    'shared/trust/trail-log/read-head.ts',
    'shared/trust/trail-log/rounds.ts',
    'shared/verification/acceptance.ts',
    'shared/verification/actions.ts',
    'shared/verification/sample.ts',
    'shared/metrics/emit.ts',
    'shared/webhook/alert/send-email.ts',
    'shared/webhook/cloud/role.ts',
    'shared/webhook/cloud/send.ts',
    'shared/webhook/delivery/attempt.ts',
    'shared/webhook/delivery/delivery.ts',
    'shared/webhook/delivery/stored-deliveries.ts',
    'shared/webhook/delivery/move-clock.ts',
    'shared/webhook/delivery/ports.ts',
    'shared/webhook/delivery/recovery.ts',
    'shared/webhook/delivery/release.ts',
    'shared/webhook/delivery/slowness.ts',
    'shared/webhook/endpoint/caller-endpoint.ts',
    'shared/webhook/endpoint/receiver.ts',
    'shared/webhook/endpoint/encrypted-failure.ts',
    'shared/webhook/endpoint/encrypted-header.ts',
    'shared/webhook/endpoint/encrypted-secret.ts',
    'shared/webhook/limits.ts',
    'shared/webhook/transport/attempt.ts',
    'shared/webhook/transport/request.ts',
    'shared/webhook/transport/resolution.ts',
    'shared/webhook/transport/signature.ts',
  ]

  it('all others but the acting ones are plain rules: no await, no clock, no chance', () => {
    const impure = files
      .filter(isIn('shared'))
      .filter(file => !isStore(file) && !isIn('shared/aws', 'shared/table')(file))
      .filter(file =>
        /\bawait \w|\basync (\(|<|\w+ =>)|Date\.now|new Date\(\)|Math\.random|performance\.now|\bset(Timeout|Interval)\b|random(Bytes|UUID)/.test(
          codeOf(file),
        ),
      )
    expect(impure).toEqual(acting)
  })
})

it('keeps the SDK in shared/aws and in the driver of the table, and the environment in shared/aws', () => {
  const sdk = imports.filter(
    ({ file, target }) => isIn('shared', 'functions')(file) && target.startsWith('@aws-sdk/'),
  )
  const mayUse = (file: string) =>
    isIn('shared/aws')(file) || /^shared\/table\/driver(-read|-write)?\.ts$/.test(file)
  expect(sdk.filter(({ file }) => !mayUse(file))).toEqual([])
  const readers = files
    .filter(isIn('shared', 'functions'))
    .filter(file => codeOf(file).includes('process.env'))
  expect(readers.filter(file => !isIn('shared/aws')(file))).toEqual([])
})

it('lets one file alone know the format of keys', () => {
  const knowing = files
    .filter(isIn('shared', 'functions'))
    .filter(file => /gsi[12][ps]k|\bsk\??\.S\b|\.split\('#'\)|\}#|[a-z]#\$\{|'[\w-]+#'/.test(codeOf(file)))
  expect(knowing).toEqual(['shared/table/keys.ts', 'shared/table/schema.ts'])
})

/** The strongly connected components with more than one file (Tarjan). */
const circlesOf = (edges: readonly Import[]): string[][] => {
  const next = Map.groupBy(edges, ({ file }) => file)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const { target } of next.get(file) ?? []) {
      if (!index.has(target)) visit(target)
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return circles
}

it('has no circle of imports anywhere, types included', () => {
  expect(circlesOf(ours)).toEqual([])
})

it('finds a circle where there is one', () => {
  const edge = (file: string, target: string): Import => ({ file, target, isType: true })
  expect(circlesOf([edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('c', 'd')])).toEqual([
    ['a', 'b', 'c'],
  ])
})

it('lets no function import another function, and nothing import the functions', () => {
  const wrong = ours.filter(
    ({ file, target, isType }) =>
      isIn('functions')(target) &&
      // The operator's tool says nothing that the administer function does not take.
      !(isType && isIn('infra/admin')(file) && target === 'functions/admin/command.ts') &&
      !(isIn('functions/pages/web')(file) && isIn('functions/pages/web')(target)) &&
      !(isIn('functions')(file) && dirname(file) === dirname(target)) &&
      !isIn('test')(file),
  )
  expect(wrong).toEqual([])
})

it('has no folder that is named for a technical kind', () => {
  const folders = new Set(files.flatMap(file => dirname(file).split('/')))
  const refused = ['utils', 'helpers', 'types', 'interfaces', 'dtos', 'common', 'services']
  expect(refused.filter(name => folders.has(name))).toEqual([])
})

it('has one handwriting: named exports, const arrows, interfaces', () => {
  const odd = files
    .filter(file => !file.endsWith('/vitest.config.ts'))
    .filter(file =>
      /^export default|^(export )?(async )?function\b|^(export )?type \w+ = \{$/m.test(codeOf(file)),
    )
  expect(odd).toEqual([])
})

/** Plain rules that need nothing else, and that a browser shows things by. */
const rulesForBrowsers: readonly string[] = [
  'shared/work/comparison.ts',
  'shared/employer/contact/unreachable.ts',
  'shared/evidence/slot-texts.ts',
  'shared/location/position.ts',
  'shared/verification/outcome.ts',
]

it('gives a browser rules that bring nothing with them', () => {
  expect(imports.filter(({ file, isType }) => rulesForBrowsers.includes(file) && !isType)).toEqual([])
})

it('gives a browser nothing of the service but types and those rules, and of other apps nothing but their frame', () => {
  const web = ours.filter(({ file }) => isIn('functions/pages/web')(file))
  const appOf = (path: string) => path.split('/')[3]
  const wrong = web.filter(
    ({ file, target, isType }) =>
      !(isType && isIn('shared')(target)) &&
      !rulesForBrowsers.includes(target) &&
      !(isIn('functions/pages/web')(target) && [appOf(file), 'frame'].includes(appOf(target)!)),
  )
  expect(wrong).toEqual([])
})
