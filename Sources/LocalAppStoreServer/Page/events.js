// What the server tells as soon as it happens.

const shortestDelay = 500;
const longestDelay = 5000;
const kinds = ["change", "notification", "time", "settings"];

/**
 * Listens to the server, and connects again when the connection is lost.
 *
 * @param notify Called with the kind of an event and its content; with "resume" after a
 *     connection that was lost, because events may have been missed.
 * @param setConnected Called with whether the server can be heard.
 */
export function listen(notify, setConnected) {
    let delay = shortestDelay;
    let wasLost = false;

    function open() {
        const source = new EventSource("/control/v1/events");
        source.onopen = () => {
            setConnected(true);
            delay = shortestDelay;
            if (wasLost) notify("resume", {});
        };
        source.onerror = () => {
            source.close();
            setConnected(false);
            wasLost = true;
            setTimeout(open, delay);
            delay = Math.min(delay * 2, longestDelay);
        };
        for (const kind of kinds) {
            source.addEventListener(kind, (event) => {
                notify(kind, event.data ? JSON.parse(event.data) : {});
            });
        }
    }
    open();
}

/** Makes a function that runs work at most once in a short while, and never twice at once. */
export function gather(work, delay = 80) {
    let isWaiting = false;
    let running = Promise.resolve();
    return () => {
        if (isWaiting) return;
        isWaiting = true;
        setTimeout(() => {
            running = running.then(() => {
                isWaiting = false;
                return work();
            });
        }, delay);
    };
}
