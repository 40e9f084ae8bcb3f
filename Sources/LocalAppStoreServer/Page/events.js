// What the server tells as soon as it happens.

const shortestDelay = 500;
const longestDelay = 5000;
const kinds = ["change", "notification", "time", "settings"];

/**
 * Listens to the server, and connects again when the connection is lost.
 *
 * A page that is not visible does not listen: a browser has few connections for all its tabs.
 *
 * @param notify Called with the kind of an event and its content; with "resume" when the page
 *     listens again, because events may have been missed.
 * @param setConnected Called with whether the server can be heard.
 */
export function listen(notify, setConnected) {
    let source = null;
    let timer = null;
    let delay = shortestDelay;
    let hasMissed = false;

    function open() {
        if (source || document.hidden) return;
        source = new EventSource("/control/v1/events");
        source.onopen = () => {
            setConnected(true);
            delay = shortestDelay;
            if (hasMissed) notify("resume", {});
            hasMissed = false;
        };
        source.onerror = () => {
            close();
            setConnected(false);
            timer = setTimeout(open, delay);
            delay = Math.min(delay * 2, longestDelay);
        };
        for (const kind of kinds) {
            source.addEventListener(kind, ({ data }) => notify(kind, JSON.parse(data)));
        }
    }

    function close() {
        clearTimeout(timer);
        source?.close();
        source = null;
        hasMissed = true;
    }

    document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
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
