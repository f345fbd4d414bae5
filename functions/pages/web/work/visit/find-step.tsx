import { placeFacts } from '../../../../../shared/work/assignment/place-fact-contract.ts'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import type { addressFields } from '../../../../../shared/verification/contract/address.ts'
import type { PositionPrecision } from '../../../../../shared/location/contract.ts'
import type { FieldShape } from '../../../../../shared/verification/contract/order-field.ts'
import type { ApplicantStatementView, Property } from '../../../../../shared/review/contract.ts'
import { describeProperty, formatDateTime, formatDue } from '../../ui/format.ts'
import { Heading } from '../../ui/page.tsx'
import { useDevicePosition } from '../capture/position.ts'
import { ReleaseButton } from '../screens/buttons.tsx'
import { areaOf, canCall, describeLease, describeWayTo, personOf } from './about.ts'
import { AppointmentSection } from './appointment.tsx'
import { ContactButtons, MapButtons, Next, Returned, Section, type StepProps } from './parts.tsx'

type PlaceField = keyof FieldShape<typeof addressFields, 'agent'>
/** Names of lines under the address; null for what stands in it. A new field of the place does not compile without. */
const placeNames: Readonly<Record<PlaceField, string | null>> = { street: null, city: null, landmark: 'Near' }
const placeLines = Object.entries(placeNames) as readonly (readonly [PlaceField, string | null])[]

const Applicant = ({ visit: { work } }: Pick<StepProps, 'visit'>) => (
  <Section id="who" title={work.business ? 'Which business' : 'Who'}>
    {work.business && <p>{work.business.businessName}</p>}
    <p>{personOf(work)}</p>
    {!canCall(work) ? (
      <p>The customer asks that you do not call.</p>
    ) : (
      <>
        <p>{work.applicant.phone}</p>
        <ContactButtons phone={work.applicant.phone} />
      </>
    )}
  </Section>
)

const Fact = ({ name, children }: { name: string; children: string | null }) =>
  children ? (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const Said = ({ says }: { readonly says: ApplicantStatementView }) => (
  <Section id="said" title="What the applicant said">
    <dl>
      <Fact name={says.timeAskedAt ? `Good time, as said ${formatDateTime(says.timeAskedAt)}` : 'Good time'}>
        {says.time}
      </Fact>
      <Fact name="Other phone">{says.phone}</Fact>
      <Fact name="How to find it">{says.place}</Fact>
      <Fact name="Moved">{says.hasMoved ? `Yes. ${says.newAddress ?? ''}` : null}</Fact>
    </dl>
    {says.phone && <ContactButtons phone={says.phone} />}
  </Section>
)

/** What to look for. It is stored on the phone, as there may be no network at the house. */
const House = ({ house }: { readonly house: Property }) => (
  <Section id="house" title="The house, as the applicant describes it">
    <dl class="pairs">
      {describeProperty(house).map(([what, said]) => (
        <Fact key={what} name={what}>
          {said}
        </Fact>
      ))}
    </dl>
    {house.photos.length > 0 && (
      <ul class="lines house">
        {house.photos.map(
          ({ slot, thumbnail }) =>
            thumbnail !== null && (
              <li key={slot}>
                <img src={`data:image/jpeg;base64,${thumbnail}`} alt={`The house: ${slotName(slot)}`} />
              </li>
            ),
        )}
      </ul>
    )}
  </Section>
)

/** How far the map may be trusted. */
const pinTexts: Readonly<Record<PositionPrecision, string>> = {
  confirmed: 'The applicant confirmed the position on a map.',
  stated: 'The customer stated the position.',
  lga_centre: 'Nobody stated a position: the map looks for the street. Where it finds none, ask for it.',
  state_centre: 'Nobody stated a position: the map looks for the street. Where it finds none, ask for it.',
}

export const FindStep = ({ visit, photos }: StepProps) => {
  const { work, applicantSays, property } = visit
  const { fix } = useDevicePosition()
  const way = describeWayTo(work, fix)
  const lease = describeLease(work)
  const isEmpty = photos.length === 0 && Object.keys(visit.answers).length === 0
  return (
    <>
      <Heading>Find it</Heading>
      <Returned work={work}>
        <p>Photos you sent before still count. Take again only what is asked for.</p>
      </Returned>
      <address>
        <strong>{work.place!.street}</strong>
        <br />
        {areaOf(work)}
      </address>
      {placeLines.map(
        ([field, name]) =>
          name !== null &&
          work.place![field] && (
            <p key={field}>
              {name}: {work.place![field]}
            </p>
          ),
      )}
      <p class="quiet">
        {formatDue(work.dueAt, Date.now())}
        {way && ` · ${way}`}
        {lease && ` · ${lease}`}
      </p>
      <MapButtons work={work} />
      <p class="quiet">{pinTexts[work.place!.precision]}</p>
      {visit.placeFacts && visit.placeFacts.length > 0 && (
        <Section id="told" title="From earlier visits to this house">
          <ul>
            {visit.placeFacts.map(name => (
              <li key={name}>{placeFacts[name]}</li>
            ))}
          </ul>
        </Section>
      )}
      {property && <House house={property} />}
      <Applicant visit={visit} />
      {applicantSays && <Said says={applicantSays} />}
      {!visit.report && <AppointmentSection visit={visit} />}
      <Next to={['visit', visit.id, 'photos']} words="I am there: take photos" />
      {!visit.report && <ReleaseButton held={visit} kind="visit" isEmpty={isEmpty} />}
    </>
  )
}
