import { useEffect, useRef, useState } from 'preact/hooks'
import { Heading } from '../../ui/page.tsx'
import { closeCamera, openCamera, takePicture } from '../capture/camera.ts'
import { doubtTexts, type PhotoDoubt } from '../capture/light.ts'
import { type TakenPhoto, takeVisitPhoto } from '../capture/take.ts'
import { sync } from '../queue/sync.ts'
import { StorageError } from '../storage/database.ts'
import type { Photo } from '../storage/records.ts'
import type { WantedPhoto } from './about.ts'
import { ChooseFile, type KeepPhoto } from './choose-file.tsx'
import { Back, LinkButton, PositionStatus, type StepProps, Thumbnail } from './parts.tsx'

export interface SlotProps extends Pick<StepProps, 'visit'> {
  readonly wanted: WantedPhoto
  readonly photo: Photo | undefined
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

const Live = ({ camera, onPicture }: { readonly camera: MediaStream; readonly onPicture: KeepPhoto }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    video.current!.srcObject = camera
  }, [camera])
  const press = async () => {
    const atMs = Date.now()
    setReady(false)
    await onPicture({ picture: await takePicture(camera, video.current!), source: 'viewfinder', atMs })
    // One that was not saved is taken again; the viewfinder of one that was has gone.
    setReady(true)
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

interface DoubtfulProps {
  readonly doubt: PhotoDoubt
  readonly onAgain: () => void
  readonly onKeep: () => void
}

/** A photo that may show nothing. Only who stands there can tell, so it is saved as any other. */
const Doubtful = ({ doubt, onAgain, onKeep }: DoubtfulProps) => (
  <>
    <p class="notice" role="alert">
      {doubtTexts[doubt]} It is saved on this phone.
    </p>
    <p class="acts">
      <button type="button" onClick={onAgain}>
        Take it again
      </button>
      <button type="button" class="plain" onClick={onKeep}>
        Keep it
      </button>
    </p>
  </>
)

interface ViewfinderProps extends SlotProps {
  /** Another photo that is missing. */
  readonly next: WantedPhoto | undefined
}

/** Takes the photo of one slot. */
export const Viewfinder = ({ visit, wanted, photo, next }: ViewfinderProps) => {
  const [taken, setTaken] = useState<TakenPhoto>()
  const [problem, setProblem] = useState('')
  const isTaken = photo !== undefined && photo.sha256 === taken?.sha256
  const camera = useCamera(!isTaken)
  const keep: KeepPhoto = async shot => {
    try {
      const saved = await takeVisitPhoto({ ...visit, slot: wanted.slot }, shot)
      setTaken(saved)
      setProblem('')
      // One in doubt is sent with what comes next, or once it is kept.
      if (!saved.doubt) sync()
    } catch (error) {
      setProblem(
        error instanceof StorageError
          ? 'The photo was NOT saved: this phone has no room for it. Make room, then take it again.'
          : 'The photo was NOT saved: this phone could not make a picture of it. Take it again.',
      )
    }
  }
  const takeAgain = () => setTaken(undefined)
  const keepDoubtful = () => {
    setTaken({ ...taken!, doubt: undefined })
    sync()
  }
  return (
    <>
      <Heading>{wanted.name}</Heading>
      {!isTaken && <PositionStatus />}
      {problem && <p role="alert">{problem}</p>}
      {isTaken ? (
        <>
          <Thumbnail photo={photo} large={`Your photo: ${wanted.name}`} />
          {taken!.doubt ? (
            <Doubtful doubt={taken!.doubt} onAgain={takeAgain} onKeep={keepDoubtful} />
          ) : (
            <>
              <p role="status">Saved on this phone. Is it sharp, and can you see what is asked for?</p>
              <p class="acts">
                {next && !next.isOptional ? (
                  <LinkButton
                    to={['visit', visit.id, 'photos', next.slot]}
                    words={`Good. Next: ${next.name}`}
                  />
                ) : (
                  <LinkButton to={['visit', visit.id, 'photos']} words="Good" />
                )}
                <button type="button" class="plain" onClick={takeAgain}>
                  Take again
                </button>
              </p>
            </>
          )}
        </>
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
          <ChooseFile onPicture={keep} />
          <Back to={['visit', visit.id, 'photos']} words="Back to the photos" />
        </>
      )}
    </>
  )
}
