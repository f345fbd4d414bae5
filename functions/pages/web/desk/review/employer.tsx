import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { formatDateTime } from '../../ui/format.ts'
import { type Contact, lackWords } from './employer.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import type { CaseFile } from './open-case.ts'
import { Picture } from './picture.tsx'

type Case = NonNullable<CaseFile['review']['employerCase']>
type Document = Case['documents'][number]

const outcomes: Readonly<Record<Contact['attempts']['data'][number]['outcome'], string>> = {
  reached: 'reached',
  noAnswer: 'no answer',
  refused: 'refused to say',
  wrongNumber: 'wrong number',
  bounced: 'bounced',
  closed: 'closed',
}

const sources: Readonly<Record<Contact['attempts']['data'][number]['contactFrom'], string>> = {
  order: 'from the order',
  publicListing: 'from a public listing',
  register: 'from a register',
  employer: 'from the employer',
  applicant: 'from the applicant',
}

const said: Readonly<Record<NonNullable<Case['claim']>, string>> = {
  worksHere: 'The person works there.',
  workedHere: 'The person worked there.',
  neverWorkedHere: 'The person never worked there.',
  mayNotAnswer: 'They may not answer.',
}

const ways: Readonly<Record<NonNullable<Case['source']>, string>> = {
  page: 'on the page',
  phone: 'to the agent by telephone',
  visit: 'to the agent at a visit',
}

const Word = ({ of }: { readonly of: Case }): VNode => (
  <>
    <p class="word">
      {of.claim ? said[of.claim] : 'The employer has said nothing.'}{' '}
      {of.source && <span class="quiet">Said {ways[of.source]}</span>}
      {of.answeredAt && <span class="quiet">, {formatDateTime(of.answeredAt)}</span>}
      {of.linkSentTo && (
        <span class="quiet">
          , by the link sent to <bdi>{of.linkSentTo}</bdi>
        </span>
      )}
    </p>
    {of.facts.length > 0 && (
      <ul class="facts-list">
        {of.facts.map(({ code, text }) => (
          <li key={code + text}>{text}</li>
        ))}
      </ul>
    )}
  </>
)

const Attempts = ({ attempts: { data, failedApart, lacks } }: Contact): VNode => (
  <>
    <h3>Attempts</h3>
    {data.length === 0 && <p class="quiet">None was noted.</p>}
    <ul class="lines">
      {data.map(({ id, at, channel, outcome, contactFrom, contact, comment, by }) => (
        <li key={id}>
          <time dateTime={at}>{formatDateTime(at)}</time> {channel}, <strong>{outcomes[outcome]}</strong>{' '}
          <span class="quiet">
            {contact && <bdi>{contact}</bdi>} {sources[contactFrom]}, noted by {by}
          </span>
          {comment && (
            <p>
              <bdi>{comment}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
    <p class="quiet">
      {failedApart} failed far enough apart.{' '}
      {lacks ? `Not unreachable yet: ${lackWords[lacks]}.` : 'They may be called unreachable.'}
    </p>
  </>
)

const Links = ({ links }: Pick<Contact, 'links'>): VNode | null =>
  links.length === 0 ? null : (
    <>
      <h3>Links</h3>
      <ul class="lines">
        {links.map(({ purpose, number, channel, to, state, sentAt, said: words }) => (
          <li key={purpose + number}>
            <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>{' '}
            {purpose === 'attest' ? 'to the employer' : 'to the applicant, for documents'} by {channel}
            {to && (
              <>
                {' '}
                to <bdi>{to}</bdi>
              </>
            )}
            , <strong>{state}</strong>
            {words && (
              <p>
                <bdi>
                  {[words.which, words.contactName, words.contactPhone, words.contactEmail, words.comment]
                    .filter(Boolean)
                    .join(', ') || 'They have no documents.'}
                </bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )

interface DocumentsProps {
  readonly documents: readonly Document[]
  readonly renew: (number: number) => Promise<string | null>
}

const Documents = ({ documents, renew }: DocumentsProps): VNode | null => {
  const [first, setFirst] = useState<number>()
  if (documents.length === 0) return null
  return (
    <>
      <h3>Documents of the applicant</h3>
      <ul class="photos">
        {documents.map(({ number, photoUrl, uploadedAt, width, height }, index) => (
          <li key={number}>
            <figure>
              <button
                type="button"
                class="picture"
                aria-label={`Enlarge document ${number}`}
                onClick={() => setFirst(index)}
              >
                <Picture
                  {...{ link: photoUrl, name: `Document ${number}`, width, height }}
                  renew={() => renew(number)}
                />
              </button>
              <figcaption>
                <strong>Document {number}</strong>
                <span>{formatDateTime(uploadedAt)}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {first !== undefined && (
        <PhotoViewer
          pictures={documents.map(({ number, photoUrl }) => ({
            name: `Document ${number}`,
            link: photoUrl,
            facts: <strong>Document {number}</strong>,
            renew: () => renew(number),
          }))}
          first={first}
          onClose={() => setFirst(undefined)}
        />
      )}
    </>
  )
}

interface EmployerProps {
  readonly employerCase: Case
  readonly contact: Contact | undefined
  readonly renew: DocumentsProps['renew']
}

/** How the employer's word came, or why there is none. */
export const EmployerStatement = ({ employerCase, contact, renew }: EmployerProps): VNode => (
  <section aria-labelledby="employer">
    <h2 id="employer">The employer’s word</h2>
    <Word of={employerCase} />
    {contact && <Attempts {...contact} />}
    {contact && <Links links={contact.links} />}
    <Documents documents={employerCase.documents} renew={renew} />
  </section>
)
