import { useEffect, useRef, useState } from 'preact/hooks'
import { Heading, hashUrl } from '../../ui/page.tsx'
import { closeCamera, openCamera, pictureOf } from '../capture/camera.ts'
import { takeVisitPhoto } from '../capture/take.ts'
import { photoStateTexts } from '../queue/photo-state.ts'
import { sync } from '../queue/sync.ts'
import type { Photo } from '../storage/records.ts'
import { aboutOf, type WantedPhoto, wantedPhotos } from './about.ts'
import { type HeldVisit, Next, PositionStatus, type StepProps, Thumbnail } from './parts.tsx'

interface PhotoStepProps {
  readonly visit: HeldVisit
  readonly wanted: WantedPhoto
  readonly photo: Photo | undefined
  /** Another photo that is missing. */
  readonly next: WantedPhoto | undefined
}

type CameraState = MediaStream | 'opening' | 'none'

/** Opens the camera while the viewfinder is shown. */
const useCamera = (isWanted: boolean): CameraState => {
  const [camera, setCamera] = useState<CameraState>('opening')
  useEffect(() => {
    if (!isWanted) return
    let stream: MediaStream | undefined
    let isOver = false
    openCamera().then(
      opened => {
        stream = opened
        if (isOver) closeCamera(opened)
        else setCamera(opened)
      },
      () => setCamera('none'),
    )
    return () => {
      isOver = true
      closeCamera(stream)
      setCamera('opening')
    }
  }, [isWanted])
  return camera
}

type KeepPhoto = (
  picture: ImageBitmap | HTMLVideoElement,
  source: Photo['source'],
  atMs: number,
) => Promise<void>

const FileInstead = ({ onPicture }: { readonly onPicture: KeepPhoto }) => {
  const choose = async (event: Event) => {
    const file = (event.target as HTMLInputElement).files?.[0]
    if (file) await onPicture(await createImageBitmap(file), 'file', Date.now())
  }
  return (
    <details>
      <summary>Choose a photo from this phone instead</summary>
      <p>The office sees that it was not taken here.</p>
      <label>
        Photo
        <input type="file" accept="image/*" onChange={event => void choose(event)} />
      </label>
    </details>
  )
}

const Live = ({ camera, onPicture }: { readonly camera: MediaStream; readonly onPicture: KeepPhoto }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    video.current!.srcObject = camera
  }, [camera])
  const press = async () => {
    const atMs = Date.now()
    setReady(false)
    await onPicture(await pictureOf(camera, video.current!), 'viewfinder', atMs)
  }
  return (
    <>
      <video
        ref={video}
        class="finder"
        autoplay
        muted
        playsInline
        aria-label="What the camera sees"
        onCanPlay={() => setReady(true)}
      />
      <button type="button" class="shutter" disabled={!isReady} onClick={press}>
        Take the photo
      </button>
    </>
  )
}

const Taken = ({
  visit,
  wanted,
  photo,
  next,
  onAgain,
}: PhotoStepProps & { readonly onAgain: () => void }) => (
  <>
    <Thumbnail
      picture={photo!.bytes ?? photo!.thumbnail}
      sha256={photo!.sha256}
      alt={`Your photo: ${wanted.name}`}
      isLarge
    />
    <p role="status">Saved on this phone. Is it sharp, and can you see what is asked for?</p>
    <p class="acts">
      {next && !next.isOptional ? (
        <a class="button" href={hashUrl('visit', visit.id, 'photos', next.slot)}>
          Good. Next: {next.name}
        </a>
      ) : (
        <a class="button" href={hashUrl('visit', visit.id, 'photos')}>
          Good
        </a>
      )}
      <button type="button" class="plain" onClick={onAgain}>
        Take again
      </button>
    </p>
  </>
)

const Viewfinder = (props: PhotoStepProps) => {
  const { visit, wanted, photo } = props
  const before = useRef(photo?.sha256)
  const [isAgain, setAgain] = useState(false)
  const [problem, setProblem] = useState('')
  const isTaken = photo !== undefined && photo.sha256 !== before.current && !isAgain
  const camera = useCamera(!isTaken)
  const keep: KeepPhoto = async (picture, source, atMs) => {
    try {
      await takeVisitPhoto(visit, { slot: wanted.slot, picture, source, atMs })
      setAgain(false)
      setProblem('')
      sync()
    } catch {
      setProblem('The photo could not be kept. Is there room on this phone? Try again.')
    }
  }
  const again = () => {
    before.current = photo?.sha256
    setAgain(true)
  }
  return (
    <>
      <Heading>{wanted.name}</Heading>
      {problem && <p role="alert">{problem}</p>}
      {isTaken ? (
        <Taken {...props} onAgain={again} />
      ) : (
        <>
          <p>{wanted.hint}</p>
          {camera === 'none' && (
            <p role="alert">
              The camera does not open. Allow “Camera” for this page, or choose a photo from this phone.
            </p>
          )}
          {typeof camera === 'object' && <Live camera={camera} onPicture={keep} />}
          {camera === 'opening' && <p class="finder quiet">Opening the camera …</p>}
          <PositionStatus />
          <FileInstead onPicture={keep} />
          <p>
            <a href={hashUrl('visit', visit.id, 'photos')}>Back to the photos</a>
          </p>
        </>
      )}
    </>
  )
}

interface SlotProps {
  readonly id: string
  readonly wanted: WantedPhoto
  readonly photo: Photo | undefined
}

const SlotLine = ({ id, wanted: { slot, name, hint, isOptional }, photo }: SlotProps) => (
  <li class="card slot">
    {photo && <Thumbnail picture={photo.thumbnail} sha256={photo.sha256} />}
    <div>
      <h2>
        {name} {isOptional && <span class="quiet">if you can</span>}
      </h2>
      <p class={photo ? 'quiet' : ''}>{photo ? photoStateTexts[photo.state] : hint}</p>
    </div>
    <a class={photo ? 'button plain' : 'button'} href={hashUrl('visit', id, 'photos', slot)}>
      {photo ? 'Again' : 'Take'}
      <span class="unseen"> {name}</span>
    </a>
  </li>
)

export const PhotoStep = ({ visit, photos, detail }: StepProps) => {
  const slots = wantedPhotos(aboutOf(visit.work).isBusiness)
  const bySlot = new Map<string, Photo>(photos.map(photo => [photo.slot, photo]))
  const wanted = slots.find(({ slot }) => slot === detail)
  if (wanted) {
    const next = slots.find(({ slot }) => slot !== detail && !bySlot.has(slot))
    return (
      <Viewfinder key={detail} visit={visit} wanted={wanted} photo={bySlot.get(wanted.slot)} next={next} />
    )
  }
  return (
    <>
      <Heading>Take photos</Heading>
      <PositionStatus />
      <ul class="cards">
        {slots.map(each => (
          <SlotLine key={each.slot} id={visit.id} wanted={each} photo={bySlot.get(each.slot)} />
        ))}
      </ul>
      <Next id={visit.id} step="answers" words="Go on to the questions" />
    </>
  )
}
