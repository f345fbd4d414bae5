import { type ProblemCode, problems } from '../../../shared/http/contract/problem.ts'
import { type Html, html } from '../../../shared/http/html.ts'
import { isOperatorProblem } from '../../../shared/openapi/audience.ts'
import { integratorRoutes } from '../../clients/declarations.ts'
import { codeBlock, codeTabs } from '../code.ts'
import { type DocsSite, docsPage } from '../layout.ts'
import { htmlOf, inlineHtmlOf } from '../markdown.ts'
import {
  type DocumentNoun,
  type DocumentOperation,
  operationPath,
  operationPlaces,
  type ReferenceDocument,
  referenceDocuments,
} from './document.ts'
import { bodyFields, type FieldContext, parameterFields } from './fields.ts'
import { requestSamples, responseSamples } from './samples.ts'
import { trialCredentials, trialForm } from './trial.ts'

const nothing = html``

const problemPath = (code: string): string =>
  `/v1/docs/${isOperatorProblem(code as ProblemCode) ? 'operator-errors' : 'error-codes'}#${code}`

interface PageContext {
  readonly document: ReferenceDocument
  readonly placeOf: (code: string) => string | undefined
  readonly fields: FieldContext
  /** Schemas of responses that the page has shown, by the operation that showed them. */
  readonly shown: Map<string, string>
  /** Whether the page sends requests. */
  readonly canTry: boolean
}

const contextOf = (site: DocsSite, canTry = false): PageContext => {
  const document = referenceDocuments[site.audience]
  const operations = operationPlaces(site.audience)
  const placeOf = (code: string) => operations(code) ?? (code in problems ? problemPath(code) : undefined)
  return {
    document,
    placeOf,
    fields: { resolve: document.resolve, inline: text => inlineHtmlOf(text, placeOf), isRequest: true },
    shown: new Map(),
    canTry,
  }
}

const errorsStart = '**Errors.**'

/** What is said before the fields, of errors, and after them. */
const partsOf = (description: string): readonly [before: string, errors: string, after: string] => {
  const blocks = description.split('\n\n')
  const at = blocks.findIndex(block => block.startsWith(errorsStart))
  if (at < 0) return [description, '', '']
  const [, ...own] = blocks[at]!.split('\n')
  return [blocks.slice(0, at).join('\n\n'), own.join('\n'), blocks.slice(at + 1).join('\n\n')]
}

const section = (title: string, id: string, content: Html): Html =>
  content.html === '' ? nothing : html`<h3 id="${id}">${title}</h3>\n${content}`

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const

const requestPart = (operation: DocumentOperation, context: PageContext): Html => {
  const { id, parameters, body, path } = operation
  const fields = { ...context.fields, isRequest: path !== '' }
  const parts = Object.entries(places).map(([place, title]) => {
    const some = parameters.filter(each => each.in === place)
    return some.length === 0
      ? nothing
      : section(title, `${id}.${place}`, parameterFields(some, `${id}.${place}`, fields))
  })
  const own = body ? bodyFields(body.schema, `${id}.body`, fields) : nothing
  return html`${parts}${section('Body', `${id}.body`, own)}`
}

const schemaName = ({ $ref = '' }: { readonly $ref?: string }): string =>
  $ref.slice($ref.lastIndexOf('/') + 1)

const responsePart = (operation: DocumentOperation, context: PageContext): Html => {
  const { responses, id } = operation
  const lines = responses.map(({ status, description, mediaType, content }) => {
    const name = content ? schemaName(content.schema) : ''
    const about = html`<p><code>${status}</code> ${description}${mediaType && mediaType !== 'application/json' ? html`, as <code>${mediaType}</code>` : nothing}.</p>`
    const earlier = context.shown.get(name)
    if (earlier !== undefined)
      return html`${about}<p>The same fields as <a href="#${earlier}">above</a>.</p>\n`
    const list = content ? bodyFields(content.schema, name, { ...context.fields, isRequest: false }) : nothing
    if (!/<dt>/.test(list.html)) return about
    context.shown.set(name, `${id}.${status}`)
    return html`${about}<details class="whole"><summary>Fields of the response</summary><div id="${id}.${status}">${list}</div></details>\n`
  })
  return html`${lines}`
}

const errorsPart = (own: string, { problems: byStatus }: DocumentOperation, context: PageContext): Html => {
  if (byStatus.length === 0) return nothing
  const rows = byStatus.flatMap(([status, codes]) =>
    codes.map(
      code =>
        html`<li><code>${status}</code> <a href="${problemPath(code)}"><code>${code}</code></a> ${problems[code as ProblemCode].title}</li>`,
    ),
  )
  return html`${{ html: own === '' ? '' : htmlOf(own, { placeOf: context.placeOf }) }}<details class="whole"><summary>All ${`${rows.length}`} errors</summary><ul class="errors">${rows}</ul></details>\n`
}

const clientOperations = new Set(integratorRoutes().map(({ method, path }) => `${method} ${path}`))
const isOfClients = ({ method, path }: DocumentOperation): boolean =>
  clientOperations.has(`${method} ${path}`)

const samplesPart = (operation: DocumentOperation, context: PageContext): Html => {
  const { id, summary, path } = operation
  const isDelivery = path === ''
  const requests = isDelivery ? [] : requestSamples(operation, isOfClients(operation))
  const answers = responseSamples(operation)
  const trial = context.canTry && isOfClients(operation) ? trialForm(operation) : nothing
  return html`<div class="samples">${requests.length === 0 ? nothing : html`<p class="label">Request</p>${codeTabs(`${id}-request`, `${summary}: request`, requests)}`}${answers.length === 0 ? nothing : html`<p class="label">${isDelivery ? 'Body' : 'Response'}</p>${codeTabs(`${id}-answer`, `${summary}: response`, answers)}`}${trial}</div>`
}

const holdsCredentials = (example: unknown): example is object =>
  typeof example === 'object' && example !== null && 'clientId' in example && 'secret' in example

/** The document's examples name a client that no stage has; where everybody has credentials, a sample can be sent as it is. */
const withCredentials = (operation: DocumentOperation, { credentials }: DocsSite): DocumentOperation => {
  const { body } = operation
  if (!credentials || !body) return operation
  const fill = (example: unknown) => (holdsCredentials(example) ? { ...example, ...credentials } : example)
  const examples = new Map([...body.examples].map(([name, example]) => [name, fill(example)]))
  return { ...operation, body: { ...body, examples } }
}

const operationSection = (operation: DocumentOperation, context: PageContext): Html => {
  const { id, method, path, summary, description, scope, isPublic } = operation
  const [before, own, after] = partsOf(description)
  const markdown = (text: string, name: string): Html => ({
    html: htmlOf(text, { placeOf: context.placeOf, name }),
  })
  const access = isPublic ? nothing : html` <span class="scope">Scope <code>${scope ?? ''}</code></span>`
  const request = requestPart(operation, context)
  const answer = responsePart(operation, context)
  return html`<section class="operation">
<div class="text">
<h2 id="${id}"><a href="#${id}">${summary}</a></h2>
<p class="path">${path === '' ? html`<code><b>${method}</b> your endpoint</code>` : html`<code><b>${method}</b> ${path}</code>`}${access}</p>
${markdown(before, summary)}${request}${section(path === '' ? 'What you answer' : 'Response', `${id}.response`, answer)}${section('Errors', `${id}.errors`, errorsPart(own, operation, context))}${after === '' ? nothing : section('More', `${id}.more`, markdown(after, `${summary}, more`))}</div>
${samplesPart(operation, context)}
</section>
`
}

const lowerFirst = (text: string): string => `${text[0]!.toLowerCase()}${text.slice(1)}`

const summaryOf = ({ name, operations }: DocumentNoun): string =>
  `Reference of ${lowerFirst(name)}: ${operations.map(({ summary }) => lowerFirst(summary)).join('; ')}.`

const nounPage = (noun: DocumentNoun, site: DocsSite): string => {
  const { name, description, operations } = noun
  const credentials = operations.some(isOfClients) ? site.credentials : undefined
  const context = contextOf(site, credentials !== undefined)
  return docsPage(site, {
    name: noun.page,
    title: name,
    summary: summaryOf(noun),
    isWide: true,
    ...(credentials && { script: 'docs-try.js' }),
    article: html`<h1>${name}</h1>
<p>${context.fields.inline(description)}</p>
${credentials ? trialCredentials(credentials) : nothing}${operations.map(operation => operationSection(withCredentials(operation, site), context))}`,
  })
}

const overview = (site: DocsSite): string => {
  const context = contextOf(site)
  const { document, fields } = context
  const lists = document.nouns.map(
    noun => html`<h2 id="${noun.name.toLowerCase()}"><a href="/v1/docs/${noun.page}">${noun.name}</a></h2>
<p>${fields.inline(noun.description)}</p>
<ul class="operations">${noun.operations.map(
      operation =>
        html`<li><a href="${operationPath(noun, operation)}">${operation.summary}</a>${operation.path === '' ? nothing : html` <code>${operation.method} ${operation.path}</code>`}</li>`,
    )}</ul>
`,
  )
  const [example] = document.problemExamples.values()
  const problem = document.resolve({ $ref: '#/components/schemas/Problem' })
  return docsPage(site, {
    name: 'reference',
    title: 'API reference',
    summary: 'Every operation of the API, with its fields, samples, responses and errors.',
    isWide: false,
    article: html`<h1>API reference</h1>
<p>Every operation, with its fields, samples, responses and errors. It is made from the service’s <a href="/v1/openapi.json">OpenAPI document</a>. New here? Begin with <a href="/v1/docs/first-verification">your first verification</a>.</p>
${{ html: htmlOf(document.description, { placeOf: context.placeOf }) }}
${lists}
<h2 id="a-refusal"><a href="#a-refusal">A refusal</a></h2>
<p>Every error has these fields. <a href="/v1/docs/error-codes">Error codes</a> says of each when it occurs and what to do.</p>
${bodyFields(problem, 'problem', { ...fields, isRequest: false })}
${codeBlock('A refusal, response', { language: 'json', text: `${JSON.stringify(example, undefined, 2)}\n` })}`,
  })
}

/** Pages by their file's name: an overview, and one for each noun. */
export const referencePages = (site: DocsSite): readonly (readonly [string, string])[] => [
  ['reference.html', overview(site)],
  ...referenceDocuments[site.audience].nouns.map(
    noun => [`${noun.page}.html`, nounPage(noun, site)] as const,
  ),
]
