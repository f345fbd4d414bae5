import { useState } from 'preact/hooks'
import type { EmployerContact } from '../../ui/employer-contact.ts'
import { formatDateTime } from '../../ui/format.ts'
import { missingTexts, renewDocument } from './evidence.ts'
import type { CaseFile } from './open-case.ts'
import { PictureButton, PictureViewer } from './pictures.tsx'
import { Statement } from './statements.tsx'

type EmployerCase = NonNullable<CaseFile['review']['employerCase']>
type Attempt = EmployerContact['attempts']['data'][number]

const outcomeTexts: Readonly<Record<Attempt['outcome'], string>> = {
  reached: 'reached',
  noAnswer: 'no answer',
  refused: 'refused to say',
  wrongNumber: 'wrong number',
  bounced: 'bounced',
  closed: 'closed',
}

const contactSourceTexts: Readonly<Record<Attempt['contactFrom'], string>> = {
  order: 'from the order',
  publicListing: 'from a public listing',
  register: 'from a register',
  employer: 'from the employer',
  applicant: 'from the applicant',
}

const claimTexts: Readonly<Record<NonNullable<EmployerCase['claim']>, string>> = {
  worksHere: 'The person works there.',
  workedHere: 'The person worked there.',
  neverWorkedHere: 'The person never worked there.',
  mayNotAnswer: 'They may not answer.',
}

const sourceTexts: Readonly<Record<NonNullable<EmployerCase['source']>, string>> = {
  page: 'on the page',
  phone: 'to the agent by phone',
  visit: 'to the agent at a visit',
}

const Claim = ({
  employerCase: { claim, source, answeredAt, linkSentTo, facts },
}: {
  employerCase: EmployerCase
}) => (
  <>
    <p class="word">
      {claim ? claimTexts[claim] : 'The employer has said nothing.'}{' '}
      {source && <span class="quiet">Said {sourceTexts[source]}</span>}
      {answeredAt && <span class="quiet">, {formatDateTime(answeredAt)}</span>}
      {linkSentTo && (
        <span class="quiet">
          , by the link sent to <bdi>{linkSentTo}</bdi>
        </span>
      )}
    </p>
    {facts.length > 0 && (
      <ul class="facts-list">
        {facts.map(({ code, text }) => (
          <li key={code + text}>{text}</li>
        ))}
      </ul>
    )}
  </>
)

const Attempts = ({ attempts: { data, failedApart, lacks } }: Pick<EmployerContact, 'attempts'>) => (
  <>
    <h3>Attempts</h3>
    {data.length === 0 && <p class="quiet">None was noted.</p>}
    <ul class="lines">
      {data.map(({ id, at, channel, outcome, contactFrom, contact, comment, by }) => (
        <li key={id}>
          <time dateTime={at}>{formatDateTime(at)}</time> {channel}, <strong>{outcomeTexts[outcome]}</strong>{' '}
          <span class="quiet">
            {contact && <bdi>{contact}</bdi>} {contactSourceTexts[contactFrom]}, noted by {by}
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
      {lacks ? `Not unreachable yet: ${missingTexts[lacks]}.` : 'They may be called unreachable.'}
    </p>
  </>
)

const Links = ({ links }: Pick<EmployerContact, 'links'>) =>
  links.length === 0 ? null : (
    <>
      <h3>Links</h3>
      <ul class="lines">
        {links.map(({ purpose, number, channel, to, state, sentAt, said }) => (
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
            {said && (
              <p>
                <bdi>
                  {[said.which, said.contactName, said.contactPhone, said.contactEmail, said.comment]
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

const Documents = ({ file, documents }: { file: CaseFile } & Pick<EmployerCase, 'documents'>) => {
  const [first, setFirst] = useState<number>()
  if (documents.length === 0) return null
  const pictures = documents.map(({ number, photoUrl }) => ({
    name: `Document ${number}`,
    link: photoUrl,
    facts: <strong>Document {number}</strong>,
    renew: () => renewDocument(file.id, number),
  }))
  return (
    <>
      <h3>Documents of the applicant</h3>
      <ul class="photos">
        {documents.map(({ number, uploadedAt, width, height }, index) => (
          <li key={number}>
            <figure>
              <PictureButton
                {...pictures[index]!}
                width={width}
                height={height}
                onOpen={() => setFirst(index)}
              />
              <figcaption>
                <strong>Document {number}</strong>
                <span>{formatDateTime(uploadedAt)}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {first !== undefined && (
        <PictureViewer pictures={pictures} first={first} onClose={() => setFirst(undefined)} />
      )}
    </>
  )
}

/** The employer's statement and how it came, or why there is none. */
export const EmployerStatement = ({
  file,
  contact,
}: {
  file: CaseFile
  contact: EmployerContact | undefined
}) => {
  const { employerCase } = file.review
  return (
    employerCase && (
      <Statement id="employer" title="Employer statement">
        <Claim employerCase={employerCase} />
        {contact && <Attempts {...contact} />}
        {contact && <Links links={contact.links} />}
        <Documents file={file} documents={employerCase.documents} />
      </Statement>
    )
  )
}
